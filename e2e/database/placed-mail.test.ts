import assert from 'node:assert/strict'
import { test } from 'node:test'

import { soldOrder, storeSold } from './sold-orders.ts'
import { openStoredShop } from './stored-shop.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const draftOf = ({ id }: { readonly id: string }) =>
  ({
    id: `${id}-placed`,
    event: 'placed',
    kind: 'placed',
    order: id,
    to: { address: 'buyer@shop.example', name: '王小明' },
    values: {},
  }) as const

const by = (kind: string, { id }: { readonly id: string }) => ({
  state: 'sent',
  gatheredIn: `${id}-${kind}`,
  isTried: false,
})

test('the mail of a placed order is sent after a quarter of an hour to who has not paid, and to nobody else', async (t) => {
  const { db } = await openStoredShop(t)
  // Nobody listens there: what is sent at all is tried, and says so.
  Object.assign(process.env, {
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@shop.example',
    OWNER_EMAIL: 'owner@shop.example',
  })
  const { writeMails } = await import('#lib/mail/outbox-store.ts')
  const { sendDueMails } = await import('#lib/mail/send-mails.ts')
  const [cancelled, paid] = [soldOrder(0, 200), soldOrder(1, 200)]
  const { paidAt: _paidAt, payment: _payment, shipment: _shipment, ...open } = paid
  const unpaid = { ...open, id: 'unpaid', status: '待付款' } as const
  const early = { ...unpaid, id: 'early' }
  await storeSold(db, [cancelled, paid, unpaid, early])
  await db.runTransaction(async (tx) => {
    writeMails(tx, [cancelled, paid, unpaid].map(draftOf), ago(16))
    writeMails(tx, [draftOf(early)], ago(14))
  })
  await sendDueMails()
  const read = async ({ id }: { readonly id: string }) =>
    (await db.doc(`outbox/${id}-placed`).get()).data()
  const told = async (order: { readonly id: string }) => {
    const { state, gatheredIn, problem } = (await read(order)) ?? {}
    return { state, gatheredIn, isTried: problem !== undefined }
  }
  assert.deepEqual(await told(paid), by('paid', paid))
  assert.deepEqual(await told(cancelled), by('cancelled', cancelled))
  assert.deepEqual(await told(unpaid), { state: 'due', gatheredIn: undefined, isTried: true })
  assert.deepEqual(await told(early), { state: 'due', gatheredIn: undefined, isTried: false })
})
