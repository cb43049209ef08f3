import assert from 'node:assert/strict'
import { test } from 'node:test'

import { buildContradiction } from './contradiction.ts'

const production = {
  mode: 'production',
  NEXT_PUBLIC_SITE_URL: 'https://ourtee.example',
  FIREBASE_PROJECT_ID: 'ourtee',
} as const

const local = {
  mode: 'local',
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  FIREBASE_PROJECT_ID: 'demo-ourtee',
} as const

const builds: [
  string,
  Parameters<typeof buildContradiction>[0],
  [boolean, string],
  RegExp | undefined,
][] = [
  ['its own build', production, [false, 'https://ourtee.example'], undefined],
  [
    'a build for another address',
    production,
    [false, 'https://staging.example'],
    /^Build again with NEXT_PUBLIC_SITE_URL=https:\/\/ourtee.example: .+\.$/,
  ],
  [
    "a laptop's build",
    production,
    [true, 'https://ourtee.example'],
    /^Build again with FIREBASE_PROJECT_ID=ourtee: .+ a local project\.$/,
  ],
  ['a laptop started on another port', local, [true, 'http://localhost:9999'], undefined],
  [
    "a laptop with a real shop's build",
    local,
    [false, 'http://localhost:3000'],
    /^Build again with FIREBASE_PROJECT_ID=demo-ourtee/,
  ],
]

for (const [name, given, [isLocal, siteUrl], sentence] of builds) {
  test(`${name} is ${sentence ? 'refused' : 'accepted'}`, () => {
    const seen = buildContradiction(given, { local: isLocal, siteUrl })
    if (sentence) assert.match(seen ?? '', sentence)
    else assert.equal(seen, undefined)
  })
}
