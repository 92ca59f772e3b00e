/// A wiring that cannot be: a fault of whoever made the plan.
public struct WiringFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension NetworkWiring {
    /// Throws unless every index names something and every address has one owner on its segment.
    func requireConsistency() throws(WiringFault) {
        for (index, segment) in segments.enumerated() {
            guard let gateway = segment.gateway else { continue }
            guard routers.indices.contains(gateway), routers[gateway].inside == index else {
                throw WiringFault("segment \(index) has a gateway that is not on it")
            }
        }
        for (index, device) in devices.enumerated() {
            guard segments.indices.contains(device.segment) else {
                throw WiringFault("device \(index) is on a segment that is not there")
            }
        }
        for (index, router) in routers.enumerated() {
            guard segments.indices.contains(router.inside), segments.indices.contains(router.uplink),
                router.inside != router.uplink
            else { throw WiringFault("router \(index) connects segments that are not there") }
            try requireDevices(of: router, index)
        }
        try requireOneOwnerEach()
    }

    private func requireDevices(of router: Router, _ index: Int) throws(WiringFault) {
        guard case .namespace(let inside, let outside) = router.kind else { return }
        guard devices.indices.contains(inside), devices[inside].segment == router.inside,
            devices.indices.contains(outside), devices[outside].segment == router.uplink
        else { throw WiringFault("the devices of router \(index) are not where it is") }
    }

    private func requireOneOwnerEach() throws(WiringFault) {
        for index in segments.indices {
            var addresses = segments[index].routerAddresses
            for device in devices where device.segment == index { addresses += device.addresses }
            for router in routers {
                guard case .ours = router.kind else { continue }
                if router.inside == index { addresses += router.insideAddresses }
                if router.uplink == index { addresses += router.outsideAddresses }
            }
            for (position, address) in addresses.enumerated()
            where addresses[..<position].contains(address) {
                throw WiringFault("\(address) has two owners on segment \(index)")
            }
        }
    }

    /// Who gets what on each segment.
    var routes: [SegmentRoutes] {
        var routes = segments.map(SegmentRoutes.init)
        for (index, device) in devices.enumerated() {
            routes[device.segment].devices.append(index)
            for address in device.addresses { routes[device.segment].add(address, .device(index)) }
        }
        for (index, router) in routers.enumerated() {
            let way: SegmentRoutes.Way
            switch router.kind {
            case .ours:
                way = .intoRouter(index)
                for address in router.insideAddresses { routes[router.inside].add(address, .answered) }
                for address in router.outsideAddresses { routes[router.uplink].add(address, way) }
            case .namespace(_, let outside):
                way = .device(outside)
            }
            for prefix in router.routedPrefixes { routes[router.uplink].add(prefix, way) }
        }
        return routes
    }
}
