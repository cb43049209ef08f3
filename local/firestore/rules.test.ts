import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { freePort } from '../ports.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const DENIES_ALL = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{document=**} {
      allow read, write: if false;
    }
  }
}`

const RULES = readFileSync(join(ROOT, 'firestore.rules'), 'utf8')

function withoutRemarks(rules: string): string {
  return rules
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//'))
    .join('\n')
    .replaceAll(/;$/gm, '')
}

test('the rules deny everything to everybody', () => {
  assert.equal(withoutRemarks(RULES), withoutRemarks(DENIES_ALL))
})

test('firebase.json deploys these rules and these indexes', () => {
  const { firestore } = JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8'))
  assert.deepEqual(firestore, { rules: 'firestore.rules', indexes: 'firestore.indexes.json' })
  for (const name of Object.values(firestore)) assert.ok(existsSync(join(ROOT, name)))
})

// Where firebase-tools and Google's own command line keep their emulator.
const KEPT = [
  join(homedir(), '.cache', 'firebase', 'emulators'),
  '/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator',
]

function findEmulator(): string | undefined {
  if (spawnSync('java', ['-version']).status !== 0) return undefined
  const files = KEPT.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )
  return files.find((file) => /cloud-firestore-emulator[^/]*\.jar$/.test(file))
}

async function statuses(address: string, headers: Record<string, string>): Promise<number[]> {
  const documents = `http://${address}/v1/projects/demo-rules/databases/(default)/documents`
  const body = JSON.stringify({ fields: {} })
  const asked = [
    fetch(`${documents}/orders/any`, { headers }),
    fetch(`${documents}/orders?documentId=any`, { method: 'POST', body, headers }),
    fetch(`${documents}/users/any/deep/er`, { method: 'PATCH', body, headers }),
  ]
  return (await Promise.all(asked)).map(({ status }) => status)
}

const emulator = findEmulator()
const MISSING =
  "SKIPPED: Google's Firestore emulator or Java is not on this machine, so only the comparison above has read the rules; firebase setup:emulators:firestore (npm install --global firebase-tools) installs it."

test(
  "Google's emulator, too, denies by these rules what it lets the owner do",
  { skip: emulator ? false : MISSING },
  async (t) => {
    const port = await freePort('the emulator', 8700)
    const rules = join(ROOT, 'firestore.rules')
    const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'
    const where = ['--host=127.0.0.1', `--port=${port}`, `--rules=${rules}`]
    const words = ['-cp', String(emulator), main, 'start', ...where]
    const child = spawn('java', words, { stdio: ['ignore', 'pipe', 'pipe'] })
    t.after(() => child.kill('SIGKILL'))
    const ready = Promise.withResolvers<void>()
    const listen = (chunk: Buffer) => /running/i.test(chunk.toString()) && ready.resolve()
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => ready.reject(new Error('The emulator ended at its start.')))
    await ready.promise
    const address = `127.0.0.1:${port}`
    assert.deepEqual(await statuses(address, {}), [403, 403, 403])
    assert.deepEqual(await statuses(address, { authorization: 'Bearer owner' }), [404, 200, 200])
  },
)
