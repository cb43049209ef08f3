import { mkdirSync } from 'node:fs'

import { giveSession, newMember } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { orders } from '../support/owner-tools.ts'
import { choose, press, type } from '../support/pages/keys.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { orderDocument, paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

const DAY = 24 * 60 * 60 * 1000

// It is sold out, so no other test moves its stock.
const NOT_ON_SALE = 'ots-001'

/** A member's order that arrived `days` ago, with its own number. */
async function arrivedOrder(days: number, product = 'otr-001') {
  const member = await newMember()
  const orderId = `Order2026030110-${member.uid.slice(0, 16)}`
  const items = orderDocument(member, 0).items.map((item) => ({ ...item, id: product }))
  const [id = ''] = await seedOrders(member, 1, () => ({
    orderId,
    items,
    status: '已完成',
    completedAt: new Date(Date.now() - days * DAY).toISOString(),
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  }))
  return { member, id, orderId }
}

test('a member asks for a return by keyboard, and reads each answer; received units go back to the stock @long', async ({
  page,
  context,
}) => {
  const { member, id, orderId } = await arrivedOrder(1, NOT_ON_SALE)
  await giveSession(context, member.session)
  await page.goto(`/account/order/${id}`)
  const offer = page.getByRole('button', { name: '申請退換貨' })
  await offer.press('Enter')
  await expect(page.getByRole('form', { name: '申請退換貨' })).toBeFocused()
  await page.getByRole('button', { name: '先不退換' }).press('Enter')
  await expect(offer).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNoViolation(page)
  await page.getByLabel('聯絡方式（電話或電子信箱）').fill('')
  await page.getByRole('button', { name: '送出申請' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '有欄位需要補上。' })).toBeFocused()
  await expectNoViolation(page)

  const units = page.getByLabel('旅見 T 恤（白・M） 要退或換的件數')
  await units.selectOption('1')
  await page.getByLabel('原因').fill('=太大')
  await page.getByLabel('聯絡方式（電話或電子信箱）').fill('0912-345-678')
  await page.getByRole('button', { name: '送出申請' }).press('Enter')
  const returns = page.getByRole('region', { name: '退換貨' })
  await expect(returns).toContainText('已申請退換貨')
  await expect(returns).toContainText('旅見 T 恤（白・M） ×1')
  await expect(offer).toBeHidden()
  await expect(returns.getByRole('heading', { name: '退換貨' })).toBeFocused()
  await expectNoViolation(page)

  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    returns: [{ reason: '=太大', contact: '0912-345-678' }],
  })
  expect(await orders('return', orderId, 'refused')).toMatchObject({ code: 1 })
  const accepted = await orders('return', orderId, 'accepted', '--reason', '黑貓明天取件')
  expect(accepted).toMatchObject({ code: 0 })
  await page.reload()
  await expect(returns).toContainText('已同意退換貨')
  await expect(returns).toContainText('店家回覆：黑貓明天取件')

  const shelf = database().doc(`stock/${NOT_ON_SALE}`)
  const before = Number((await shelf.get()).get('stock') ?? 0)
  for (const _press of [1, 2]) {
    expect(await orders('return', orderId, 'received', '--restock')).toMatchObject({ code: 0 })
  }
  expect((await shelf.get()).get('stock')).toBe(before - 1)
  await page.reload()
  await expect(returns).toContainText('已收到退回的商品')
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ restocked: [1] })
})

test('a member asks for another size, the owner sends it by keyboard, and the member is notified with its parcel @phone-long @long', async ({
  page,
  context,
}) => {
  const { member, id } = await arrivedOrder(1)
  await giveSession(context, member.session)
  await page.goto(`/account/order/${id}`)
  await press(page, page.getByRole('button', { name: '申請退換貨' }))
  await choose(page, '旅見 T 恤（白・M） 要退或換的件數', '1')
  await choose(page, '旅見 T 恤（白・M） 要怎麼處理', 'L')
  await press(page, page.getByRole('button', { name: '送出申請' }))
  const returns = page.getByRole('region', { name: '退換貨' })
  await expect(returns).toContainText('旅見 T 恤（白・M） ×1，換 L')

  await becomeOwner(page)
  const { open, refusal } = sheetPage(page)
  await open(id)
  await expect(page.getByText('旅見 T 恤 M ×1：換 L')).toBeVisible()
  await expectNoViolation(page)
  await choose(page, '回覆', 'exchanged')
  const answer = page.getByRole('button', { name: '回覆會員' })
  await press(page, answer)
  await expect(refusal('請填寫物流公司和追蹤編號。')).toBeFocused()
  await expectNoViolation(page)
  await type(page, '換貨的追蹤編號', '9070-1')
  await press(page, page.getByLabel('否，尚未收到，或無法再販售'), 'ArrowUp')
  await press(page, answer)
  await expect(page.getByText('收到退貨，寄出換貨：商品已放回庫存')).toBeVisible()
  const shelf = { restocked: [1], resent: [1], returnState: 'exchanged' }
  expect(await storedDocument(`orders/${id}`)).toMatchObject(shelf)
  await sheetPage(page).unfold('更正換貨的包裹')
  await expectNoViolation(page)
  await page.getByLabel('換貨的追蹤編號').fill('9070-2')
  await page.getByRole('button', { name: '更正包裹' }).click()
  await expect(page.getByText('更正換貨的包裹：原為 黑貓宅急便 9070-1')).toBeVisible()
  expect(await storedDocument(`orders/${id}`)).toMatchObject(shelf)

  await giveSession(context, member.session)
  await page.goto(`/account/order/${id}`)
  await expect(returns).toContainText('換貨已寄出')
  await expect(returns).toContainText('黑貓宅急便 追蹤編號 9070-2')
  await expectNoViolation(page)
  const sentExchanges = async () => {
    const letters = await lettersAbout(id)
    return letters.flatMap(({ text }) => /換給您的商品：.*|追蹤編號：.*/g.exec(text)?.[0] ?? [])
  }
  await expect
    .poll(sentExchanges)
    .toEqual(['換給您的商品：旅見 T 恤（L）× 1', '換給您的商品：旅見 T 恤（L）× 1'])
})

test('after seven days, and for what has not left, no return is asked for @long', async ({
  page,
  context,
}) => {
  const { member, id } = await arrivedOrder(8)
  await giveSession(context, member.session)
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('這筆訂單的退換貨申請期限已過')).toBeVisible()
  await expect(page.getByRole('button', { name: '申請退換貨' })).toBeHidden()
  const wish = { id, items: [{ index: 0, quantity: 1 }], reason: '', contact: '0912345678' }
  const call = { page: `/account/order/${id}`, session: member.session, args: [wish] }
  const late = await callAction('requestReturnAction', call)
  expect(late.result).toEqual({ ok: false, code: 'too-late' })
  await database().doc(`orders/${id}`).update({ status: '已付款' })
  const early = await callAction('requestReturnAction', call)
  expect(early.result).toEqual({ ok: false, code: 'not-delivered' })
  await page.reload()
  await expect(page.getByRole('heading', { name: '退換貨' })).toBeHidden()
})

test('a member asks for their data and its erasure; the owner gives a copy and says what stays @long', async ({
  page,
  context,
}) => {
  const { member, id, orderId } = await arrivedOrder(1)
  const paidAt = new Date(Date.now() - 2 * DAY).toISOString()
  await database().doc(`orders/${id}`).update({ paidAt, 'recipient.note': '門口有狗' })
  await giveSession(context, member.session)
  await page.goto('/account/settings')
  await page.getByRole('button', { name: '索取資料複本' }).press('Enter')
  const notice = page.getByRole('status')
  await expect(notice.filter({ hasText: '已收到您索取資料複本的申請。' })).toBeFocused()
  await page.getByRole('button', { name: '申請刪除我的資料' }).press('Enter')
  await expect(notice.filter({ hasText: '已收到您刪除資料的申請。' })).toBeFocused()
  await expectNoViolation(page)
  await page.reload()
  await expect(page.getByText('已收到您刪除資料的申請。')).toBeVisible()

  const request = database().doc(`data_requests/${member.uid}-erase`)
  expect((await request.get()).get('email')).toBe(member.email)
  const folder = test.info().outputDir
  mkdirSync(folder, { recursive: true })
  const copy = await orders('customer', member.email, '--export', '--out', folder)
  expect(copy, copy.text).toMatchObject({ code: 0 })
  const kept = await orders('customer', member.email, '--erase')
  expect(kept, kept.text).toMatchObject({ code: 0 })
  expect(kept.text).toMatch(new RegExp(`${orderId}.*商業會計法第 38 條`))
  expect((await database().doc(`users/${member.uid}`).get()).exists).toBe(false)
  expect((await request.get()).exists).toBe(false)
  const { recipient } = await storedDocument(`orders/${id}`)
  expect(recipient).toMatchObject({ lastName: '王', note: '' })
  const gone = await orders('customer', 'nobody@example.com', '--erase')
  expect(gone).toMatchObject({ code: 1 })
})
