import { expect, test } from 'vitest'
import { databaseName } from './database-name.ts'

test.each([
  ['file:data/db', '/srv/fire/data/db'],
  ['file:/var/db', '/var/db'],
  ['postgres://fire:secret@db.example:5432/fire', 'db.example:5432/fire'],
  ['postgresql://db/fire', 'db/fire'],
  ['postgres://fire:secret@one:5432,two:5432/fire?target_session_attrs=read-write', 'one:5432,two:5432/fire'],
  ['postgres://fire:sec?ret@db/fire', 'PostgreSQL'],
  ['postgres://fire:sec/ret@db/fire', 'PostgreSQL'],
  ['postgres://fire:sec@ret@db/fire', 'PostgreSQL'],
  ['postgres://db/fire?user=fire&password=secret', 'db/fire'],
])('%s is named %s: never a password', (url, name) => {
  expect(databaseName(url, '/srv/fire')).toBe(name)
})
