import { takeEntryToken } from './entry-token.ts'

// main.tsx must import it first.
takeEntryToken(location, history)
