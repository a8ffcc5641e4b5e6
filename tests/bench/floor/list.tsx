import { List } from './list-screen.tsx'
import { start } from './start.tsx'

start(List)
