import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { emulatorPlan, findEmulator, NO_EMULATOR } from '../../local/google-emulator.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { freePort } from '../stand-in/ports.ts'
import { makeDirectory } from './started-server.fixture.ts'

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

async function statuses(address: string, headers: Record<string, string>): Promise<number[]> {
  const documents = `http://${address}/v1/projects/demo-rules/databases/(default)/documents`
  const body = JSON.stringify({ fields: {} })
  const requests = [
    fetch(`${documents}/orders/none`, { headers }),
    fetch(`${documents}/orders?documentId=any`, { method: 'POST', body, headers }),
    fetch(`${documents}/users/any/deep/er`, { method: 'PATCH', body, headers }),
  ]
  return (await Promise.all(requests)).map(({ status }) => status)
}

const emulator = findEmulator()

test(
  "Google's emulator, too, denies by these rules what it lets the owner do",
  { skip: emulator ? false : NO_EMULATOR },
  async (t) => {
    assert.ok(emulator)
    const port = await freePort('the emulator', 8700)
    const running: RunningProcess[] = []
    t.after(() => Promise.all(running.map((process) => process.stop(5000))))
    await startProcess(emulatorPlan(emulator, port), makeDirectory(t), running)
    const address = `127.0.0.1:${port}`
    assert.deepEqual(await statuses(address, {}), [403, 403, 403])
    assert.deepEqual(await statuses(address, { authorization: 'Bearer owner' }), [404, 200, 200])
  },
)
