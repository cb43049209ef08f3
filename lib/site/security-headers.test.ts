import assert from 'node:assert/strict'
import { test } from 'node:test'

import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const HOST = 'https://stats.example'

function sources(analyticsSrc: string, directive: string): readonly string[] {
  const policy = contentSecurityPolicy({ isLocal: false, analyticsSrc })
  const rule = policy.split('; ').find((text) => text.startsWith(`${directive} `)) ?? ''
  return rule.split(' ').slice(1)
}

test('without an analytics script no policy names a further host', () => {
  assert.ok(!contentSecurityPolicy({ isLocal: false, analyticsSrc: '' }).includes(HOST))
})

test('an analytics script may be loaded from its host and report there, and nothing more', () => {
  for (const directive of ['script-src', 'connect-src']) {
    const more = sources(`${HOST}/js/script.js?site=1`, directive)
    assert.deepEqual(
      more.filter((source) => !sources('', directive).includes(source)),
      [HOST],
    )
  }
  for (const directive of ['default-src', 'img-src', 'frame-src', 'style-src', 'form-action']) {
    assert.deepEqual(sources(`${HOST}/script.js`, directive), sources('', directive))
  }
})

test('an address that is none stops the build', () => {
  assert.throws(() => securityHeaders({ isLocal: false, analyticsSrc: 'stats.example/x.js' }))
})

test('text is evaluated by the development server alone', () => {
  const build = { isLocal: true, analyticsSrc: '' }
  assert.ok(!contentSecurityPolicy(build).includes('unsafe-eval'))
  const development = contentSecurityPolicy({ ...build, isDevelopment: true })
  assert.equal(development.replace(" 'unsafe-eval'", ''), contentSecurityPolicy(build))
})
