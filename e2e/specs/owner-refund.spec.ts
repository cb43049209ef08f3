import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { orders, ownerAtTerminal } from '../support/owner-tools.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

// A wrong password and a line that breaks are what these tests are about.
test.use({ expected: [/\b400\b|ERR_CONNECTION_RESET/] })

const readStored = (id: string) => storedDocument(`orders/${id}`)

/** Returns PayPal's refunds as the shop recorded them. */
async function refundsOf(id: string): Promise<readonly unknown[]> {
  const { refunds } = Object((await readStored(id)).payment)
  return Array.isArray(refunds) ? refunds.map((refund) => Object(refund).amount) : []
}

test('a part is given back, then the rest: with the password, once each, and told to the member', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { id } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.unfold('退款')
  await expectNoViolation(page)
  const panel = sheet.panel('退款')
  await panel.getByLabel('退款金額（元）').fill('80')
  await panel.getByLabel('原因').fill('運費補償')
  await panel.getByLabel('您的密碼', { exact: true }).fill('wrong-1')
  await sheet.press('退款')
  await expect(sheet.refusal('密碼不正確，沒有退款。')).toBeFocused()
  expect(await refundsOf(id)).toEqual([])

  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await panel.getByRole('button', { name: '退款', exact: true }).dblclick()
  await expect(page.getByText('已退款 NT$80。')).toBeVisible()
  expect(await refundsOf(id)).toEqual([80])
  expect(await readStored(id)).not.toHaveProperty('restocked')
  await expect(page.getByText('要求退款 NT$80：運費補償')).toBeVisible()

  await expect(panel.getByLabel('退款金額（元）')).toHaveValue('3000')
  await panel.getByLabel('退款金額（元）').fill('3001')
  await panel.getByLabel('原因').fill('缺貨')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await sheet.press('退款')
  await expect(sheet.refusal('超過尚未退回的款項')).toBeFocused()
  await panel.getByLabel('退款金額（元）').fill('3000')
  await sheet.press('退款')
  await expect(page.getByText('已退款 NT$3,000。')).toBeVisible()
  await expect(panel).toHaveCount(0)
  expect(await refundsOf(id)).toEqual([80, 3000])
  expect(await readStored(id)).toMatchObject({
    payment: { state: 'refunded', refundedAmount: 3080 },
    restocked: [2],
  })
  await expect(
    page.getByText('放回庫存', { exact: true }).locator('..').getByText('2 件'),
  ).toBeVisible()
})

test('of two lines of one price the one whose unit is chosen is stored with the refund', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { id } = await sell()
  const { items } = await readStored(id)
  const [item] = Array.isArray(items) ? items : []
  const one = { ...item, quantity: 1 }
  const other = { ...one, id: 'other-shirt', title: '另一件' }
  await database()
    .doc(`orders/${id}`)
    .update({ items: [one, other] })
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.unfold('退款')
  const panel = sheet.panel('退款')
  const unit = panel.getByRole('button', { name: /^一件 另一件/ })
  await unit.click()
  await expect(unit).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolation(page)
  // A sum that is typed is of no line, whatever was chosen before.
  await panel.getByLabel('退款金額（元）').fill('80')
  await expect(unit).toHaveAttribute('aria-pressed', 'false')
  await unit.click()
  await panel.getByLabel('原因').fill('瑕疵')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await sheet.press('退款')
  await expect(page.getByText('已退款 NT$1,540。')).toBeVisible()
  const lines = async () => {
    const { refundRequests } = Object((await readStored(id)).payment)
    return Object(Array.isArray(refundRequests) ? refundRequests.at(-1) : {}).lines
  }
  expect(await lines()).toEqual([
    expect.objectContaining({ id: 'other-shirt', quantity: 1, amount: 1540 }),
  ])

  // The page has what is left: its last unit is all of it, and is not offered apart.
  await expect(panel.getByRole('button', { name: /^一件/ })).toHaveCount(0)
  await panel.getByLabel('退款金額（元）').fill('80')
  await panel.getByLabel('原因').fill('運費補償')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await sheet.press('退款')
  await expect(page.getByText('已退款 NT$80。')).toBeVisible()
  for (const { quantity } of await lines()) expect(quantity).toBe(0)
})

test('a refund whose answer was lost and its units go back once, however often it is pressed @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { id } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.unfold('退款')
  const panel = sheet.panel('退款')
  await panel.getByLabel('原因').fill('少一件')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await page.route(`**/owner/order/${id}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await sheet.press('退款')
  await expect(sheet.refusal('同一筆退款只會退一次')).toBeFocused()
  expect(await refundsOf(id)).toEqual([3080])
  await page.unroute(`**/owner/order/${id}`)
  await sheet.press('退款')
  await expect(page.getByText('已退款 NT$3,080。')).toBeVisible()
  expect(await refundsOf(id)).toEqual([3080])
  expect(await readStored(id)).toMatchObject({ restocked: [2] })
})

test('the second of two owners moves nothing and reads who refunded how much @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { id, number } = await sell()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await sheet.unfold('退款')
  const panel = sheet.panel('退款')
  await panel.getByLabel('退款金額（元）').fill('500')
  await panel.getByLabel('原因').fill('退一件')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  const { email: other } = await ownerAtTerminal()
  expect(await orders('refund', number, '400', '--reason', '退一件')).toMatchObject({ code: 0 })
  await sheet.press('退款')
  await expect(sheet.refusal(`${other} 退款 NT$400`)).toBeFocused()
  await expect(sheet.refusal('現在最多可退 NT$2,680')).toBeVisible()
  expect(await refundsOf(id)).toEqual([400])
  await expect(panel.getByLabel('退款金額（元）')).toHaveValue('2680')
  await expect(panel.getByLabel('原因')).toHaveValue('退一件')
  await sheet.press('退款')
  await expect(page.getByText('已退款 NT$2,680。')).toBeVisible()
  expect(await refundsOf(id)).toEqual([400, 2680])
})

// A parcel that nobody took, handed back to the shop.
const RETURNED = {
  status: '已出貨',
  shipment: {
    carrier: '7-11 交貨便',
    trackingNumber: 'G65445297175',
    shippedAt: '2026-11-21T02:20:00.000Z',
  },
  parcels: [
    {
      number: 'OT261121100001L01',
      chain: '7-11',
      store: '131386',
      value: 3080,
      state: 'collected',
      claim: 'one',
      sentAt: '2026-11-21T02:10:00.000Z',
      ids: { carrierId: '1', paymentNo: 'G6544529', validation: '7175' },
      sightings: [{ state: 'collected', code: '2070', at: '2026-11-28T02:10:01.000Z' }],
    },
  ],
  parcelAlarm: 'came-back',
}

test('whether goods go back to the stock is asked where they are refunded, and the answer is done @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const sheet = sheetPage(page)
  const orders = [await sell(), await sell(), await sell()]
  const [kept, shipped, returned] = orders.map(({ id }) => id)
  await database().doc(`orders/${shipped}`).update({ status: '已出貨' })
  await database().doc(`orders/${returned}`).update(RETURNED)
  for (const [id, chosen, sum] of [
    [kept, '是，款項全部退回時放回', '3,080'],
    [shipped, '否，商品沒有退回，或不能再賣', '3,080'],
    [returned, '是，退回的商品還能賣', '3,000'],
  ] as const) {
    await sheet.open(id ?? '')
    await expect(sheet.panel('標記為已完成')).toHaveCount(id === shipped ? 1 : 0)
    await sheet.unfold('退款')
    const panel = sheet.panel('退款')
    await expect(panel.getByRole('group', { name: '放回庫存？' })).toBeVisible()
    await expect(panel.getByLabel(chosen)).toBeChecked()
    await expectNoViolation(page)
    if (id === kept) await panel.getByLabel('否，不放回，例如有瑕疵').check()
    await panel.getByLabel('原因').fill('瑕疵')
    await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)
    await sheet.press('退款')
    await expect(page.getByText(`已退款 NT$${sum}。`)).toBeVisible()
    const stored = await readStored(id ?? '')
    if (id === returned) expect(stored).toMatchObject({ restocked: [2], parcelAlarm: null })
    else expect(stored).not.toHaveProperty('restocked')
  }
})

test("a month's books are downloaded, and agree with what was refunded @long", async ({ page }) => {
  await becomeOwner(page)
  const { number } = await sell()
  await page.goto('/owner/books')
  await expectNoViolation(page)
  const month = `${number.slice(5, 9)}年${Number(number.slice(9, 11))}月`
  for (const [kind, says] of [
    ['訂單', '訂單編號'],
    ['收支', '手續費'],
  ] as const) {
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: `${month}${kind}` }).click()
    const stream = await (await waiting).createReadStream()
    const text = (await stream.toArray()).map(String).join('')
    expect(text).toContain(says)
    expect(text).toContain(number)
  }
  for (const path of ['/owner/books/money/2026-13', '/owner/books/people/2026-01']) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(404)
  }
})
