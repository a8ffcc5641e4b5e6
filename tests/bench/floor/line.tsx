import { Line } from './line-screen.tsx'
import { start } from './start.tsx'

start(Line)
