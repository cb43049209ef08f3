import { randomInt, randomUUID } from 'node:crypto'

import { isRegistered, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { press, type } from '../support/pages/keys.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sell } from '../support/sales.ts'
import { paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

// A wrong password is what these tests are about.
test.use({ expected: [/\b400\b/] })

const at = new Date().toISOString()

const OVER = [
  {
    status: '已完成',
    paidAt: at,
    completedAt: at,
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  },
  { status: '已取消', cancelledAt: at },
]

/** A member with these orders who requested a copy and an erasure. */
async function asking(orders: readonly object[]) {
  const member = await newMember()
  const ids = await seedOrders(member, orders.length, (index) => ({
    orderId: `Order2026030110-${member.uid}-${index}`,
    ...orders[index],
  }))
  const { uid, email } = member
  for (const kind of ['export', 'erase']) {
    await database().doc(`data_requests/${uid}-${kind}`).set({ uid, email, kind, requestedAt: at })
  }
  return { member, ids }
}

test("a member's request is found, a copy is given, and their data erased after the password, by keyboard @phone-long @long", async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { member, ids } = await asking(OVER)
  const { panel, refusal } = sheetPage(page)
  await page.goto('/owner')
  await press(page, page.getByRole('link', { name: /件會員的資料請求等您處理/ }))
  await press(page, page.getByRole('link', { name: member.email }).first())
  await expect(page.getByText('有會員帳號，2 筆訂單。')).toBeVisible()
  await expect(page.getByText('依商業會計法第 38 條保存到')).toBeVisible()
  await expectNoViolation(page)

  await press(page, panel('給一份資料複本').locator('summary'))
  const save = async (button: string) => {
    const download = page.waitForEvent('download')
    await press(page, page.getByRole('button', { name: button }))
    const file = await download
    const text = (await (await file.createReadStream()).toArray()).map(String).join('')
    return [file.suggestedFilename(), text] as const
  }
  const [readable, words] = await save('下載資料複本')
  expect(readable).toBe(`customer-${member.uid}.html`)
  const numbers = ids.map((_, index) => `Order2026030110-${member.uid}-${index}`)
  for (const one of ['我們保存的您的資料', member.email, ...numbers]) expect(words).toContain(one)
  const [name, text] = await save('下載 JSON')
  expect(name).toBe(`customer-${member.uid}.json`)
  expect(JSON.parse(text)).toMatchObject({ email: member.email, account: { uid: member.uid } })
  for (const id of ids) expect(text).toContain(id)

  await press(page, panel('刪除資料').locator('summary'))
  await type(page, '您的密碼', 'wrong-1')
  await page.keyboard.press('Enter')
  await expect(refusal('密碼不正確，未刪除。')).toBeFocused()
  await expectNoViolation(page)
  expect(await isRegistered(member.email)).toBe(true)
  await type(page, '您的密碼', owner.password)
  await page.keyboard.press('Enter')
  const outcome = page.getByRole('status').filter({ hasText: '已刪除帳號、預設收件資料和登入方式' })
  await expect(outcome).toContainText('依商業會計法第 38 條保存到')
  await expect(outcome).toContainText('刪除姓名、電話、Email 和地址')
  await expectNoViolation(page)
  expect(await isRegistered(member.email)).toBe(false)
  const [kept, erased] = await Promise.all(ids.map((id) => storedDocument(`orders/${id}`)))
  expect(kept).toMatchObject({ recipient: { lastName: '王' } })
  expect(erased).toMatchObject({ uid: '', email: '', recipient: { lastName: '', phone: '' } })
  await page.goto('/owner/books')
  await expect(page.getByRole('link', { name: member.email })).toHaveCount(0)
})

test('nothing is erased while an order is open, who is unknown has nothing, and no search stands in an address @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { member } = await asking([...OVER, { status: '已付款' }])
  await page.goto('/owner/books')
  await page.getByLabel('顧客的 Email').fill(member.email.toUpperCase())
  await page.getByRole('button', { name: '查詢' }).click()
  await sheetPage(page).unfold('刪除資料')
  await page.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: '刪除這位顧客的資料' }).click()
  await expect(sheetPage(page).refusal('未刪除任何資料')).toContainText('處理完成才能刪除')
  await expectNoViolation(page)
  expect(await isRegistered(member.email)).toBe(true)
  await page.getByLabel('顧客的 Email').fill('nobody@example.com')
  await page.getByRole('button', { name: '查詢' }).click()
  expect(page.url()).not.toContain('nobody')
  await expect(page.getByText('系統沒有這位顧客的帳號、訂單或資料請求')).toBeVisible()
  await expectNoViolation(page)
  await page.goto('/owner/orders')
  await page.getByLabel('搜尋', { exact: true }).fill('0912-345-678')
  await page.getByRole('button', { name: '搜尋', exact: true }).click()
  await expect(page).toHaveURL(/\/owner\/orders\?kept=[\da-f]{16}/)
  await expect(page.getByText('「0912-345-678」')).toBeVisible()
})

test('the request of a member without an e-mail is opened and closed by uid @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const who = { uid: `e2e-${randomUUID()}`, email: '' }
  const order = { orderId: `Order2026030110-${who.uid}`, status: '已取消', cancelledAt: at }
  const [id = ''] = await seedOrders(who, 1, () => order)
  const request = { ...who, kind: 'erase', requestedAt: at }
  await database().doc(`data_requests/${who.uid}-erase`).set(request)
  await page.goto('/owner/books')
  const link = page.getByRole('link', { name: `沒有 Email 的 Facebook 會員（${who.uid}）` })
  await link.click()
  await expect(page.getByRole('heading', { name: who.uid })).toBeVisible()
  await expect(page.getByText('沒有會員帳號，1 筆訂單。')).toBeVisible()
  await sheetPage(page).unfold('刪除資料')
  await page.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: '刪除這位顧客的資料' }).click()
  const outcome = page.getByRole('status').filter({ hasText: '這位顧客沒有帳號' })
  await expect(outcome).toContainText('刪除姓名、電話、Email 和地址')
  await expectNoViolation(page)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ uid: '', email: '' })
  await page.goto('/owner/books')
  await expect(page.getByRole('heading', { name: '會員的資料請求' })).toBeVisible()
  await expect(link).toHaveCount(0)
})

test("a customer is found by the recipient's name, several of one telephone by their orders @long", async ({
  page,
}) => {
  await becomeOwner(page)
  // Names and numbers of this run alone.
  const name = `收${randomInt(1e9)
    .toString()
    .replaceAll(/\d/g, (digit) => '甲乙丙丁戊己庚辛壬癸'[Number(digit)] ?? '')}`
  const phone = `09${String(randomInt(1e8)).padStart(8, '0')}`
  const [one] = [await sell({ lastName: name, firstName: '子', phone }), await sell({ phone })]
  const ask = async (text: string) => {
    await page.goto('/owner/customers')
    await page.getByLabel('收件人姓名').fill(text)
    await page.getByRole('button', { name: '查詢' }).click()
  }
  await ask(`${name}子`)
  await expect(page.getByText(one.member.email).first()).toBeVisible()
  expect(decodeURI(page.url())).not.toContain(name)
  await ask(phone)
  await expect(page).toHaveURL(/\/owner\/orders\?.*kept=[\da-f]{16}/)
  await expect(page.getByRole('row')).toHaveCount(3)
  await ask(`${name}丑`)
  await expect(page.getByText('系統沒有這位顧客')).toBeVisible()
  await expectNoViolation(page)
})
