import Lab

CastLab.main()
