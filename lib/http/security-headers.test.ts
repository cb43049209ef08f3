import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  cameraPageHeaders,
  contentSecurityPolicy,
  policyWithForms,
  noncePolicy,
  securityHeaders,
} from './security-headers.ts'

const HOST = 'https://stats.example'

function sources(analyticsHosts: readonly string[], directive: string): readonly string[] {
  const policy = contentSecurityPolicy({ isLocal: false, analyticsHosts })
  const rule = policy.split('; ').find((text) => text.startsWith(`${directive} `)) ?? ''
  return rule.split(' ').slice(1)
}

test('without an analytics script no policy names a further host', () => {
  assert.ok(!contentSecurityPolicy({ isLocal: false, analyticsHosts: [] }).includes(HOST))
})

test('an analytics script may be loaded from its host and report there, and nothing more', () => {
  for (const directive of ['script-src', 'connect-src', 'img-src']) {
    const more = sources([HOST], directive)
    assert.deepEqual(
      more.filter((source) => !sources([], directive).includes(source)),
      [HOST],
    )
  }
  for (const directive of ['default-src', 'frame-src', 'style-src', 'form-action']) {
    assert.deepEqual(sources([HOST], directive), sources([], directive))
  }
})

test('text is evaluated by the development server alone', () => {
  const build = { isLocal: true, analyticsHosts: [] }
  assert.ok(!contentSecurityPolicy(build).includes('unsafe-eval'))
  const development = contentSecurityPolicy({ ...build, isDevelopment: true })
  assert.equal(development.replace(" 'unsafe-eval'", ''), contentSecurityPolicy(build))
})

test('text becomes code on pages of the owner alone by named policies', () => {
  const build = { isLocal: false, analyticsHosts: [] }
  const page = { nonce: 'AAAA', hashes: [] }
  const members = noncePolicy(build, page)
  const own = "; require-trusted-types-for 'script'; trusted-types default content-preview"
  assert.equal(noncePolicy(build, { ...page, trustedTypes: 'own' }).replace(members, ''), own)
  assert.equal(
    noncePolicy(build, { ...page, trustedTypes: 'google' }).replace(members, ''),
    `${own} gapi#gapi goog#html`,
  )
  const development = { ...build, isDevelopment: true }
  assert.equal(
    noncePolicy(development, { ...page, trustedTypes: 'own' }),
    noncePolicy(development, page),
  )
})

test('the camera page has the policy of all pages, and two permissions more', () => {
  const build = { isLocal: false, analyticsHosts: [] }
  const valueOf = (key: string, headers = securityHeaders(build)) =>
    headers.find((header) => header.key === key)?.value ?? ''
  const own = cameraPageHeaders(build)
  const policy = valueOf('Content-Security-Policy', own)
  assert.equal(policy, `${contentSecurityPolicy(build)}; media-src 'self' blob:`)
  assert.match(valueOf('Permissions-Policy', own), /camera=\(self\)/)
  assert.match(valueOf('Permissions-Policy'), /camera=\(\)/)
})

test("a form leaves the shop on its own pages alone, for the carrier's or the cashier's address", () => {
  const build = { isLocal: false, analyticsHosts: [] }
  assert.match(
    policyWithForms(contentSecurityPolicy(build), 'carrier', false),
    /; form-action 'self' https:\/\/logistics\.ecpay\.com\.tw;/,
  )
  assert.match(
    policyWithForms(contentSecurityPolicy(build), 'cashier', false),
    /; form-action 'self' https:\/\/payment\.ecpay\.com\.tw;/,
  )
  assert.match(contentSecurityPolicy(build), /; form-action 'self';/)
})
