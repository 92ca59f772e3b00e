import Relay

CastRelay.main()
