import { takeEntryToken } from './entry-token.ts'

// Imported before all else by main.tsx: it runs before any other module does.
takeEntryToken(location, history)
