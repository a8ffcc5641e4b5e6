import { expect, test } from 'vitest'
import { urlsOf } from './database-servers.ts'

test.each([
  ['postgres://fire:pw@one:5432/fire', ['postgres://fire:pw@one:5432/fire']],
  [
    'postgres://fire:pw@one:5432,two/fire?target_session_attrs=read-write&sslmode=require',
    ['postgres://fire:pw@one:5432/fire?sslmode=require', 'postgres://fire:pw@two/fire?sslmode=require'],
  ],
  [
    'postgresql://one,[::1]:5433,three/fire?sslmode=require&target_session_attrs=read-write',
    ['one', '[::1]:5433', 'three'].map((host) => `postgresql://${host}/fire?sslmode=require`),
  ],
  ['postgres://one,two/fire?target_session_attrs=read-write', ['postgres://one/fire', 'postgres://two/fire']],
])('%s names its servers', (url, urls) => {
  expect(urlsOf(url)).toEqual(urls)
})
