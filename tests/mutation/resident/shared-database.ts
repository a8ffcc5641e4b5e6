import { openDemoDb as open } from '../../support/open-test-db.ts'

let opened: ReturnType<typeof open> | undefined

export const openDemoDb: typeof open = () => (opened ??= open())
