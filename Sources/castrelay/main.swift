import Relay

RelayProcess.main()
