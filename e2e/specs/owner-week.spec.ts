import type { Page } from 'playwright/test'

import { type Member, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { documentedTaps, type Hand, ownerHand } from '../support/pages/owner-hand.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { addAuthenticator, addPasskey, ageProofs } from '../support/pages/passkeys.ts'
import { place, sell, sellPreorders } from '../support/sales.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

const numberOf = async (id: string) => String((await storedDocument(`orders/${id}`)).orderId)

async function shipAndReturn(page: Page, hand: Hand, password: string): Promise<void> {
  const { id } = await sell()
  await sheetPage(page).open(id)
  await hand.enter('標記為已出貨', '追蹤編號', '9070')
  await hand.press('標記為已出貨')
  await hand.finish('出貨一筆', '已登記，會員看得到追蹤編號。')
  await hand.unfold('更正物流資料')
  await hand.enter('更正物流資料', '追蹤編號', '9071')
  await hand.press('更正')
  await hand.finish('更正追蹤編號', '更正物流資料：原為')
  await hand.unfold('收回出貨')
  await hand.press('收回出貨')
  await hand.finish('收回出貨', '已收回，出貨的信不會寄出。')
  await page.getByLabel('追蹤編號').fill('9072')
  await sheetPage(page).press('標記為已出貨')
  await hand.press('標記為已完成')
  await hand.finish('標記為已完成', '已完成。')
  await hand.unfold('代買家申請退換貨')
  await hand.pick('代買家申請退換貨', '件數', '1')
  await hand.enter('代買家申請退換貨', '退換貨原因', '太小')
  await hand.press('登記退換貨')
  await hand.finish('代買家申請退貨', '已登記，請回覆。')
  await hand.press('回覆會員')
  await hand.finish('同意退貨', '已回覆。')
  await hand.pick('回覆退換貨申請', '回覆', 'received')
  await hand.press('回覆會員')
  await hand.finish('收到退貨', '已回覆。')
  await hand.unfold('退款')
  await hand.enter('退款', '您的密碼', password)
  await hand.press('退款')
  await hand.finish('退款', '已退款 NT$1,540。')
}

// Found by its number on the first page, whole or one unit of two, and in the list where it stands.
async function refundFound(page: Page, hand: Hand, password: string): Promise<void> {
  const refund = async (deed: string, outcome: string) => {
    await hand.enter('退款', '您的密碼', password)
    await hand.press('退款')
    await hand.finish(deed, outcome)
  }
  const find = async (number: string) => {
    await page.goto('/owner')
    await hand.fill('找訂單', number)
    await hand.press('找到就退款')
    await page.getByLabel('退款金額（元）').waitFor()
  }
  const [one, other, part] = [await sell(), await sell(), await sell()]
  await find(await numberOf(one.id))
  await expect(page.getByLabel('原因', { exact: true })).toHaveValue('買家在出貨前取消')
  await expectNoViolation(page)
  await refund('從今日找到訂單再退款', '已退款 NT$3,080。')
  await find(await numberOf(part.id))
  await hand.tap(page.getByRole('button', { name: /^一件 .*NT\$1,540$/ }))
  await refund('從今日找到訂單，退其中一件', '已退款 NT$1,540。')
  await page.goto('/owner/orders?view=all')
  await hand.tap(page.getByRole('link', { name: `退款 ${await numberOf(other.id)}` }))
  await refund('從訂單清單退款', '已退款 NT$3,080。')
}

async function exchange(page: Page, hand: Hand): Promise<void> {
  const { id } = await sell()
  await sheetPage(page).open(id)
  await page.getByLabel('追蹤編號').fill('9080')
  await sheetPage(page).press('標記為已出貨')
  await page.getByText('已登記，會員看得到追蹤編號。').waitFor()
  await hand.unfold('代買家申請退換貨')
  await hand.pick('代買家申請退換貨', '件數', '1')
  await hand.pick('代買家申請退換貨', '處理', 'L')
  await hand.enter('代買家申請退換貨', '退換貨原因', '太小')
  await hand.press('登記退換貨')
  await hand.finish('代買家申請換尺寸', '已登記，請回覆。')
  await sheetPage(page).press('回覆會員')
  await page.getByText('已回覆。').first().waitFor()
  await hand.pick('回覆退換貨申請', '回覆', 'exchanged')
  await hand.enter('回覆退換貨申請', '換貨的追蹤編號', '9081')
  await hand.press('回覆會員')
  await hand.finish('收到退貨，寄出換貨', '已回覆。')
}

async function redate(page: Page, hand: Hand): Promise<void> {
  const { product } = await sellPreorders()
  await page.goto('/owner')
  await hand.tap(page.locator(`a[href="/owner/date?product=${product}"]`))
  await hand.fill('新的預計出貨日', '2099-06-15')
  await hand.fill('原因', '布料晚到')
  await hand.press('看會通知幾筆')
  await hand.press('更改並通知 2 筆訂單的買家')
  await hand.finish('更改預購出貨日', '2 筆訂單改為 2099年6月15日前後出貨')
}

/** A member who asks for a copy and for an erasure, with one order that is over. */
async function askForData(): Promise<Member> {
  const member = await newMember()
  const at = new Date().toISOString()
  await seedOrders(member, 1, () => ({
    orderId: `Order2026030110-${Date.now()}`,
    status: '已取消',
    cancelledAt: at,
  }))
  const { uid, email } = member
  for (const kind of ['export', 'erase']) {
    await database().doc(`data_requests/${uid}-${kind}`).set({ uid, email, kind, requestedAt: at })
  }
  return member
}

async function answerRequests(page: Page, hand: Hand, password: string): Promise<void> {
  const { email } = await askForData()
  const open = async () => {
    await page.goto('/owner')
    await hand.follow(/件會員的資料請求等您處理/)
    await hand.follow(email)
  }
  await open()
  await hand.unfold('給一份資料複本')
  const copy = page.waitForEvent('download')
  await hand.press('下載資料複本')
  await copy
  await hand.finish('給一份資料複本', '有會員帳號')
  await open()
  await hand.unfold('刪除資料')
  await hand.enter('刪除資料', '您的密碼', password)
  await hand.press('刪除這位顧客的資料')
  await hand.finish('刪除顧客的資料', '已刪除帳號、預設收件資料和登入方式')
}

async function edit(page: Page, hand: Hand): Promise<void> {
  const { id } = await sell()
  await sheetPage(page).open(id)
  await hand.unfold('更改尺寸或件數')
  await hand.pick('更改尺寸或件數', '尺寸', 'L')
  await hand.press('更改訂單內容')
  await hand.finish('更改尺寸', '已更改，買家會收到信。')
  await hand.unfold('修改收件資料')
  await hand.enter('修改收件資料', '地址', '仁愛路 1 號')
  await hand.press('儲存收件資料')
  await hand.finish('修改地址', '已儲存。')
  await hand.enter('加備註', '備註', '週三前要收到')
  await hand.press('加備註')
  await hand.finish('加備註', '店主備註：')
  await hand.unfold('更正發票資料')
  await hand.pick('更正發票資料', '發票開立方式', 'carrier')
  await hand.enter('更正發票資料', '手機條碼', '/ABC1234')
  await hand.press('儲存發票資料')
  await hand.finish('更正發票資料', '更正發票資料：')
  await hand.unfold('登記發票號碼')
  await hand.enter('登記發票號碼', '發票號碼', 'AB12345678')
  await hand.press('儲存發票號碼')
  await hand.finish('登記發票號碼', '登記發票號碼：AB12345678')
  await sheetPage(page).open((await place()).id)
  await hand.unfold('取消訂單')
  await hand.enter('取消訂單', '原因', '買家要求')
  await hand.press('取消訂單')
  await hand.finish('取消訂單', '取消訂單：買家要求')
}

async function openFromToday(page: Page, hand: Hand): Promise<void> {
  await page.goto('/owner')
  await hand.follow(/^帳務$/)
  for (const [kind, deed] of [
    ['收支', '下載收支'],
    ['訂單', '再下載訂單'],
  ] as const) {
    const download = page.waitForEvent('download')
    await hand.follow(new RegExp(`月${kind}$`))
    expect(await (await download).failure()).toBeNull()
    await hand.finish(deed, '每月的帳')
  }
}

// Two sales at a market: the form stays for the next one, with the prices of this one.
async function sellAtMarket(page: Page, hand: Hand): Promise<void> {
  await page.goto('/owner')
  await hand.follow('手動建立訂單')
  for (const deed of ['市集賣出一件', '市集再賣一件']) {
    const units = page.getByRole('group', { name: /日常 T 恤/ }).first()
    await hand.type(units.getByLabel('M'), '1')
    await hand.fill('手機條碼', '/ABC1234')
    await expectNoViolation(page)
    await hand.press('建立訂單')
    await hand.finish(deed, /Order\d+-\d+/)
  }
}

// A buyer asks where the parcel is: the order is found, and the answer stands on the first screen.
async function findParcel(page: Page, hand: Hand): Promise<void> {
  const { id } = await sell()
  await sheetPage(page).open(id)
  await page.getByLabel('追蹤編號').fill('907012345678')
  await sheetPage(page).press('標記為已出貨')
  await page.getByText('已登記，會員看得到追蹤編號。').waitFor()
  const number = await numberOf(id)
  await page.goto('/owner')
  await hand.fill('找訂單', number)
  await hand.press('搜尋')
  const parcel = page.getByRole('list', { name: '包裹' })
  await expect(parcel).toBeInViewport()
  await expect(parcel.getByRole('link', { name: '907012345678' })).toHaveAttribute(
    'href',
    /t-cat\.com\.tw.*907012345678$/,
  )
  await expectNoViolation(page)
  await hand.finish('查包裹在哪裡', '907012345678')
}

/** The actions of the handbook's table, by what does them. */
const PARTS: readonly (readonly [typeof shipAndReturn, readonly string[]])[] = [
  [
    shipAndReturn,
    [
      '出貨一筆',
      '更正追蹤編號',
      '收回出貨',
      '標記為已完成',
      '代買家申請退貨',
      '同意退貨',
      '收到退貨',
      '退款',
    ],
  ],
  [refundFound, ['從今日找到訂單再退款', '從今日找到訂單，退其中一件', '從訂單清單退款']],
  [exchange, ['代買家申請換尺寸', '收到退貨，寄出換貨']],
  [edit, ['更改尺寸', '修改地址', '加備註', '更正發票資料', '登記發票號碼', '取消訂單']],
  [redate, ['更改預購出貨日']],
  [openFromToday, ['下載收支', '再下載訂單']],
  [sellAtMarket, ['市集賣出一件', '市集再賣一件']],
  [findParcel, ['查包裹在哪裡']],
  [answerRequests, ['給一份資料複本', '刪除顧客的資料']],
]

for (const [perform, deeds] of PARTS) {
  test(`${deeds.join('、')}: as many taps and entries as the handbook says @both @long`, async ({
    page,
  }) => {
    const owner = await becomeOwner(page)
    const hand = ownerHand(page)
    await perform(page, hand, owner.password)
    const documented = Object.entries(documentedTaps()).filter(([deed]) => deeds.includes(deed))
    expect(hand.counted).toEqual(Object.fromEntries(documented))
  })
}

test('with a passkey, long after the last proof, a refund takes no tap and no field more @both @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  await addAuthenticator(page)
  await addPasskey(page)
  const hand = ownerHand(page)
  const { id } = await sell()
  await sheetPage(page).open(id)
  await ageProofs(owner)
  await hand.unfold('退款')
  await hand.enter('退款', '您的密碼', owner.password)
  await hand.press('退款')
  await hand.finish('退款', '已退款 NT$3,080。')
  expect(hand.counted).toEqual({ 退款: documentedTaps().退款 })
})

// Counted in shops of their own: with a folder to save to, and with a carrier.
const ELSEWHERE = ['改價格', '訂優惠價', '超商寄件，建立並打開標籤', '同一批的出貨單']

test('every action of the handbook is done, and no other @long', () => {
  expect([...PARTS.flatMap(([, deeds]) => deeds), ...ELSEWHERE].toSorted()).toEqual(
    Object.keys(documentedTaps()).toSorted(),
  )
})
