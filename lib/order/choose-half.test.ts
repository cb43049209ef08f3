import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readTrade } from '#lib/adapters/markdown/trade-file.ts'
import { orderValues } from '#lib/mail/order-mails.ts'
import { renderMail, readTemplates } from '#lib/mail/render-mail.ts'
import { after, makeOrder } from '#lib/payment/orders.fixture.ts'
import { halfChange } from './choose-half.ts'
import { erasePerson } from './erase-person.ts'
import { afterEvent } from './events/events.fixture.ts'

const HALF = { motif: 'ridge', half: '308,151 400,160' } as const
const BY = after(1)

describe('the half of an order', () => {
  for (const status of ['待付款', '已付款'] as const) {
    it(`is put on and taken off while the order is ${status}`, () => {
      const order = makeOrder({ status })
      assert.partialDeepStrictEqual(halfChange(order, HALF, BY), {
        data: { events: [{ type: 'half.chosen', data: { half: HALF } }] },
      })
      const chosen = afterEvent('half.chosen', { half: HALF }, order)
      assert.deepEqual(chosen.half, HALF)
      // The same again changes nothing.
      assert.deepEqual(halfChange(chosen, HALF, BY), { ok: true, data: undefined })
      const off = afterEvent('half.chosen', {}, chosen)
      assert.equal(Object.hasOwn(off, 'half'), false)
      assert.deepEqual(halfChange(off, undefined, BY), { ok: true, data: undefined })
    })
  }

  for (const status of ['已出貨', '已完成', '已取消'] as const) {
    it(`stays as it is once the order is ${status}`, () => {
      const order = makeOrder({ status, half: HALF })
      assert.deepEqual(halfChange(order, undefined, BY), { ok: false, code: 'has-left' })
    })
  }

  it('leaves with the person, from the events too', () => {
    const { events } = { events: halfChange(makeOrder(), HALF, BY) }
    const event = events.ok ? events.data?.events[0] : undefined
    const order = makeOrder({ half: HALF, history: event ? [event] : [] })
    assert.doesNotMatch(JSON.stringify(erasePerson(order, 'kept')), /308,151/)
  })

  it('is drawn at the head of its mails as numbers alone, and said in words', async () => {
    const content = 'e2e/fixtures/content'
    const templates = await readTemplates(content)
    const shop = { site: 'https://ourtee.example', trade: readTrade(content), methods: [] }
    const mailOf = (half?: typeof HALF) => {
      const order = makeOrder({ status: '已付款', ...(half ? { half } : {}) })
      return renderMail({ kind: 'paid', order: 'a', values: orderValues(order) }, templates, shop)
    }
    assert.match(mailOf(HALF).html, /d="M[^"]+zM308/)
    assert.match(mailOf(HALF).text, /您畫的另一半會印在出貨單上/)
    assert.doesNotMatch(mailOf().html, /zM308/)
    assert.doesNotMatch(mailOf().text, /另一半/)
  })
})
