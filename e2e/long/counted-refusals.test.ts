import { test } from 'node:test'

import { actionId } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'

async function callFromElsewhere(): Promise<number> {
  const { status } = await fetch(new URL('/login', addresses().shop), {
    method: 'POST',
    headers: {
      origin: 'https://evil.example',
      'next-action': actionId('startSession'),
      'content-type': 'text/plain;charset=UTF-8',
    },
    body: '[]',
  })
  return status
}

async function countedRefusals(): Promise<number> {
  const { docs } = await database().collection('audit').where('kind', '==', 'foreign-origin').get()
  return docs.length
}

test('requests of other sites are counted in the trail (rule 693)', async () => {
  for (let times = 0; times < 3; times += 1) expect(await callFromElsewhere()).toBe(403)
  await expect.poll(countedRefusals, { timeout: 90_000 }).toBeGreaterThan(0)
})
