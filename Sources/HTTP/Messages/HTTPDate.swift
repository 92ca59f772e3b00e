public import SansIO

/// The form of dates in header fields: `Sun, 06 Nov 1994 08:49:37 GMT`. RFC 9110 §5.6.7
public enum HTTPDate {
    public static func text(_ time: UnixTime) -> String {
        let day = time.seconds.quotientRoundedDown(by: 86_400)
        let second = time.seconds - day * 86_400
        let (year, month, dayOfMonth) = civil(day)
        let weekday = weekdays[Int(day + 4 - (day + 4).quotientRoundedDown(by: 7) * 7)]
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(
            separator: ":"
        )
        return
            "\(weekday), \(padded(dayOfMonth, 2)) \(months[Int(month) - 1]) \(padded(year, 4)) \(clock) GMT"
    }

    // Day 0, 1970-01-01, was a Thursday.
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The date of a day counted from 1970-01-01, in the Gregorian calendar.
    ///
    /// Counts in eras of 400 years that begin on 1 March, so that a leap day is the last of its year.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted.quotientRoundedDown(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
