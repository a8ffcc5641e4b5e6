import { afterAll } from 'vitest'
import { writeStatements } from './statements.ts'

afterAll(writeStatements)
