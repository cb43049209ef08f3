import { randomUUID } from 'node:crypto'
import { test } from 'node:test'

import { newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { addresses } from '../support/addresses.ts'
import { database } from '../support/database.ts'
import { expect } from '../support/expect.ts'

const PAGE = '/halves/give'
const unique = () =>
  `308,151 ${Array.from({ length: 6 }, () => Math.floor(Math.random() * 240))
    .map((y, index) => `${340 + index * 40},${y}`)
    .join(' ')}`
const addressed = () => `${randomUUID()}@drawing.example`

function fields(change: object = {}) {
  return { motif: 'ridge', half: unique(), name: '', email: addressed(), consent: true, ...change }
}

const give = (change: object, session = '') =>
  callAction('giveHalfAction', { page: PAGE, session, args: [fields(change)] })

async function storedOf(email: string): Promise<number> {
  return (await database().collection('halves').where('email', '==', email).get()).size
}

const WRONG: readonly (readonly [what: string, change: object])[] = [
  ['empty', { half: '' }],
  ['markup', { half: '<svg onload=alert(1)>' }],
  ['path data', { half: 'M308 151L400 160' }],
  ['beside the sheet', { half: '308,151 641,10' }],
  ['below zero', { half: '308,151 400,-1' }],
  ['of numbers that are too long', { half: '308,151 99999,1' }],
  ['of too many points', { half: Array.from({ length: 241 }, () => '1,1').join(' ') }],
  ['of too many bytes', { half: '1,1 '.repeat(1000) }],
  ['of another motif', { motif: 'square' }],
  ['with a name of thirteen characters', { name: '一二三四五六七八九十一二三' }],
  ['without consent', { consent: false }],
]
for (const [what, change] of WRONG) {
  test(`a half that is ${what} is refused, and nothing is stored`, async () => {
    const email = addressed()
    const { status, result } = await give({ ...change, email })
    expect(status).toBe(200)
    expect(result).toMatchObject({ ok: false, code: 'malformed' })
    expect(await storedOf(email)).toBe(0)
  })
}

test('a thousand copies are one half, and another address cannot give it again', async () => {
  const { email, session } = await newMember()
  const half = unique()
  for (let index = 0; index < 10; index += 1) {
    expect((await give({ half }, session)).result).toMatchObject({ ok: true })
  }
  expect(await storedOf(email)).toBe(1)
  expect((await give({ half })).result).toEqual({ ok: false, code: 'copied' })
})

test('an address gives three a day, whoever types it', async () => {
  const email = addressed()
  for (let index = 0; index < 3; index += 1) {
    expect((await give({ email })).result).toEqual({ ok: true, data: 'mailed' })
  }
  expect((await give({ email })).result).toEqual({ ok: false, code: 'too-many' })
  expect(await storedOf(email)).toBe(3)
})

test('a member whose address is not proven gives by a mail’s link, like a guest', async () => {
  const { session } = await newMember({ emailVerified: false })
  expect((await give({ email: '' }, session)).result).toEqual({ ok: false, code: 'needs-mail' })
  expect((await give({}, session)).result).toEqual({ ok: true, data: 'mailed' })
})

test('a link of another key confirms and takes back nothing', async () => {
  const email = addressed()
  await give({ email })
  const [stored] = (await database().collection('halves').where('email', '==', email).get()).docs
  const link = { id: stored?.id ?? '', key: '0'.repeat(32) }
  for (const name of ['confirmHalfAction', 'withdrawHalfAction']) {
    const { result } = await callAction(name, { page: '/halves/mine', session: '', args: [link] })
    expect(result).toEqual({ ok: false, code: 'gone' })
  }
  expect((await stored?.ref.get())?.get('state')).toBe('unconfirmed')
})

test('nothing that waits is public, and an invented address is missing', async () => {
  const { session, email } = await newMember()
  await give({}, session)
  const [stored] = (await database().collection('halves').where('email', '==', email).get()).docs
  for (const id of [stored?.id ?? '', '0'.repeat(32), 'x']) {
    for (const end of ['', '/drawing.svg', '/share.png']) {
      const answer = await fetch(new URL(`/halves/${id}${end}`, addresses().shop))
      expect(answer.status, id + end).toBe(404)
    }
  }
  for (const page of ['1', '9999', 'x', '-1', '1e3']) {
    const answer = await fetch(new URL(`/halves/page/${page}`, addresses().shop))
    expect(answer.status, page).toBe(404)
  }
})
