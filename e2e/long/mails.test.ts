import { test } from 'node:test'

import { addresses } from '../support/addresses.ts'
import { database } from '../support/database.ts'
import { sweepShop } from '../support/sweep-shop.ts'
import { notifyTwice } from '../support/notified-orders.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { expect } from '../support/expect.ts'

test('another day of shipping, the parcel and a refund are each told once, to the shopper and to whom it concerns (rules 85, 330, 331, 332)', async () => {
  const { id, number, member, again } = await notifyTwice()
  expect(again.text).toContain('0 筆訂單的預計出貨日改為 2099-06-15')
  // The mail about the parcel waits while the shipping can be taken back; its time comes here at once.
  const parcel = database().doc(`outbox/${id}-shipped-1`)
  expect((await parcel.get()).get('state')).toBe('due')
  await parcel.update({ nextAt: new Date().toISOString() })
  await sweepShop(addresses().shop)
  const subjects = async () => {
    const letters = await lettersAbout(id)
    return letters.map(({ to, subject }) => `${to.join()}: ${subject}`).toSorted()
  }
  const mine = [
    `出貨日改為 2099年6月15日前後，訂單 ${number}`,
    `已為您部分退款 NT$80，訂單 ${number}`,
    `您的衣服出發了，訂單 ${number}`,
    `收到您的付款了，訂單 ${number}`,
    `訂單 ${number} 已成立，等您付款`,
  ].map((subject) => `${member.email}: ${subject}`)
  const owner = [`PayPal 退款 NT$80，訂單 ${number}`, `新訂單 ${number}，NT$3,080`]
  await expect
    .poll(subjects)
    .toEqual([...mine, ...owner.map((subject) => `owner@ourtee.example: ${subject}`)].toSorted())
  const letters = await lettersAbout(id)
  const text = (words: string) => letters.find(({ subject }) => subject.includes(words))?.text
  expect(text('出貨日改為')).toContain('由 2027年3月31日改為 2099年6月15日前後')
  expect(text('出貨日改為')).toContain('原因：布料晚到')
  expect(text('出發了')).toContain('追蹤編號：901234567890')
  expect(text('出發了')).toContain('https://www.t-cat.com.tw/')
})
