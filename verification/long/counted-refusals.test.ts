import { test } from 'node:test'

import { actionId } from '../../e2e/support/actions.ts'
import { addresses } from '../../e2e/support/addresses.ts'
import { database } from '../../e2e/support/database.ts'
import { expect } from '../../e2e/support/expect.ts'
import { shopLog } from '../../e2e/support/start-shop.ts'

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

test('requests of other sites are counted in the trail', async () => {
  for (let times = 0; times < 3; times += 1) expect(await callFromElsewhere()).toBe(403)
  await expect.poll(countedRefusals, { timeout: 90_000 }).toBeGreaterThan(0)
})

const lines = () => shopLog().split('"csp-report"').length - 1

test('the log gets at most 1,500 reports of a broken policy a minute', async () => {
  const before = lines()
  const body = JSON.stringify({ 'csp-report': { 'effective-directive': 'worker-src' } })
  const sent = { method: 'POST', headers: { 'content-type': 'application/csp-report' }, body }
  const report = () => fetch(new URL('/api/reports', addresses().shop), sent)
  for (let times = 0; times < 16; times += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, report))
    expect(answers.every(({ status }) => status === 204)).toBe(true)
  }
  expect(lines() - before).toBeGreaterThan(1000)
  expect(lines() - before).toBeLessThanOrEqual(1500)
})
