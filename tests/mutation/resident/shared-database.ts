import { readFileSync } from 'node:fs'
import { openDemoDb as open } from '../../support/open-test-db.ts'
import { file } from './collect.ts'

let opened: ReturnType<typeof open> | undefined

/** 700 MB each: files that roll back share one. */
export const openDemoDb: typeof open = () =>
  readFileSync(file, 'utf8').includes('.lasting(') ? open() : (opened ??= open())
