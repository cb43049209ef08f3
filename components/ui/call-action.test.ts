import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const files = globSync('components/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
const read = (file: string) => readFileSync(file, 'utf8')

// A failure that is taken for the network: a lost answer, or none.
const LOST =
  /^(?:.*call(?:Owner)?Action.*\n(?:.*\n)?(?:.*\n)?(?:.*\n)?)?.*\.catch\(\s*(?:lostCall|\(\) =>\s*(?:undefined|null|\(\{ ok: false, code: '))/gm

/** Calls that are no action: routes are asked by fetch, and the browser's own dialogs. */
const OTHERS =
  /startRegistration|startAuthentication|load\w*\(|import\(|await decode\(file, |response\.json|await ask\(\w+, (?:signal|controller\.signal)\)|await send\(path, body\)|await send\(`/

test('no client component takes a new build of the shop for a lost network', () => {
  const lost = files.flatMap((file) =>
    read(file)
      .matchAll(LOST)
      .map(([line]) => `${file}: ${line.trim()}`)
      .filter((line) => !/call(?:Owner)?Action\(/.test(line) && !OTHERS.test(line))
      .toArray(),
  )
  assert.deepEqual(lost, [])
})

test('no component takes a failure for the network without having looked at it', () => {
  const blamed = files.filter((file) => /\.catch\(\s*\(\) =>[^;]{0,40}'network'/.test(read(file)))
  assert.deepEqual(blamed, [])
})

test('a search in actions of the pages finds each of them called through callAction', () => {
  const calls = files.flatMap((file) => read(file).match(/\bcallAction\(/g) ?? [])
  assert.ok(calls.length > 35, `only ${calls.length}`)
})
