import { giveSession } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { controlEcpay, parcelRef, parcelsOf } from '../support/ecpay-control.ts'
import { expect, test } from '../support/ecpay-shop.ts'
import { press } from '../support/pages/keys.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { documentedTaps, ownerHand } from '../support/pages/owner-hand.ts'
import { sheetPage } from '../support/pages/owner.ts'
import { book, buyToStore, chooseOrder, openParcels, short } from '../support/pages/parcels.ts'
import { sweepShop } from '../support/sweep-shop.ts'

// Makes the parcel due; a sweep follows the order's schedule.
async function sweepParcel(shop: string, id: string): Promise<void> {
  await database()
    .doc(`orders/${id}`)
    .update({ parcelCheckAt: new Date(0).toISOString() })
  await sweepShop(shop)
}

async function subjectsTo(email: string, id: string): Promise<readonly string[]> {
  const letters = (await lettersAbout(id)).filter(({ to }) => to.includes(email))
  return letters.map(({ subject }) => subject)
}

test(
  'a parcel is booked by one press, its label printed, and it is followed to the hand',
  { tag: '@phone-long' },
  async ({ page, own: { shop, ecpay } }) => {
    const { id, number, member } = await buyToStore(page, shop)
    await openParcels(page)
    await expectNoViolation(page)
    await book(page, number)
    await expect(page.getByText('1 筆已建立寄件')).toBeVisible()
    const [parcel, ...more] = await parcelsOf(ecpay, number)
    expect([more, parcel?.collect, parcel?.store]).toEqual([[], 0, '100202'])

    await chooseOrder(page, number)
    const row = page.getByRole('listitem').filter({ hasText: short(number) })
    await expect(row.getByText(/^已建立寄件，等待交寄・寄件編號 G.*前交寄$/)).toBeVisible()
    await expectNoViolation(page)
    const tab = page.context().waitForEvent('page')
    await page.getByRole('button', { name: '列印標籤', exact: true }).click()
    const labels = await tab
    await labels.getByRole('button', { name: /^列印 7-11 標籤/ }).click()
    await expect(labels.getByRole('heading', { name: /^寄件標籤/ })).toBeVisible()
    await expect(labels.getByText('館前門市').first()).toBeVisible()
    await labels.close()

    // A push is a hint: the sweep asks, and finds what was pushed.
    const step = `/parcels/${parcelRef(number)}/step`
    await controlEcpay(ecpay, step, { push: 'twice' })
    await sweepShop(shop)
    expect(await storedDocument(`orders/${id}`)).toMatchObject({ status: '已出貨' })
    await controlEcpay(ecpay, step, { steps: 2, push: 'once' })
    await sweepShop(shop)
    await controlEcpay(ecpay, step, { push: 'once' })
    await sweepShop(shop)

    await giveSession(page.context(), member.session)
    await page.goto(`/account/order/${id}`)
    await expect(page.getByText('已完成').first()).toBeVisible()
    await expect(page.getByText('7-11 交貨便').first()).toBeVisible()
    const result = await subjectsTo(member.email, id)
    expect(result.filter((subject) => subject.startsWith('您的衣服出發了'))).toHaveLength(1)
    expect(result.filter((subject) => subject.startsWith('包裹已到店'))).toHaveLength(1)
  },
)

test('many parcels are chosen by one box, booked and printed by keyboard @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const numbers = [(await buyToStore(page, shop)).number, (await buyToStore(page, shop)).number]
  await openParcels(page)
  const form = (name: string) =>
    page.locator('form').filter({ has: page.getByRole('button', { name, exact: true }) })
  const booking = form('建立寄件')
  const all = booking.getByRole('checkbox', { name: '全選' })
  const boxes = numbers.map((number) => booking.getByRole('checkbox', { name: `選取 ${number}` }))
  const [first, second] = boxes
  if (!first || !second) throw new Error('Two orders are there.')
  await expect(all).toBeChecked()
  await press(page, all, 'Space')
  for (const box of boxes) await expect(box).not.toBeChecked()
  await press(page, first, 'Space')
  await expect(all).toBeChecked({ indeterminate: true })
  await expectNoViolation(page)
  await page.keyboard.press('Shift+Tab')
  await press(page, all, 'Space')
  for (const box of boxes) await expect(box).toBeChecked()
  await press(page, booking.getByRole('button', { name: '建立寄件', exact: true }))
  await expect(page.getByText(/^\d+ 筆已建立寄件$/)).toBeVisible()
  for (const number of numbers) expect(await parcelsOf(ecpay, number)).toHaveLength(1)

  const printing = form('列印標籤')
  await expect(printing.getByRole('checkbox', { name: '全選' })).toBeChecked()
  const tab = page.context().waitForEvent('page')
  await press(page, printing.getByRole('button', { name: '列印標籤', exact: true }))
  const labels = await tab
  await press(labels, labels.getByRole('button', { name: /^列印 7-11 標籤/ }))
  for (const number of numbers)
    await expect(labels.getByText(`${parcelRef(number)}L01`)).toBeVisible()
  await labels.close()
})

test('parcels of two chains are booked and their labels and slips opened in as many taps as the handbook says @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const seven = await buyToStore(page, shop)
  const family = await buyToStore(page, shop, '全家')
  await openParcels(page)
  const hand = ownerHand(page)
  await page.goto('/owner')
  await hand.follow(/^寄件$/)
  await expectNoViolation(page)
  // Those of other tests stay as they are.
  for (const box of await page.getByRole('checkbox', { name: /^選取 / }).all()) {
    const name = await box.evaluate((one) => one.parentElement?.textContent ?? '')
    if (![seven, family].some(({ number }) => name.includes(number))) await box.uncheck()
  }
  await hand.press('建立寄件並列印標籤')
  for (const chain of ['7-11', '全家']) {
    await expect(
      page.getByRole('button', { name: new RegExp(`^列印 ${chain} 標籤`) }),
    ).toBeVisible()
  }
  for (const { number } of [seven, family]) expect(await parcelsOf(ecpay, number)).toHaveLength(1)
  await hand.finish('超商寄件，建立並打開標籤', '這些訂單的出貨單')
  await expectNoViolation(page)
  await hand.follow('這些訂單的出貨單')
  await expect(page.getByText(short(family.number)).first()).toBeVisible()
  await hand.tap(page.getByRole('button', { name: /^列印 \d+ 張$/ }))
  await hand.finish('同一批的出貨單', short(seven.number))
  const documented = documentedTaps()
  for (const [deed, taps] of Object.entries(hand.counted)) expect(documented[deed]).toBe(taps)
})

test('a booking whose answer was lost is found again, and two presses book one parcel @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const { id, number } = await buyToStore(page, shop)
  const orderRef = `${parcelRef(number)}L01`
  await openParcels(page)
  await controlEcpay(ecpay, '/faults', { name: 'lose-reply', op: 'create', orderRef })
  await controlEcpay(ecpay, '/faults', { name: 'drop', op: 'query', orderRef })
  await book(page, number)
  await expect(page.getByText(/綠界沒有回應，不確定是否已建立/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('正在建立寄件').first()).toBeVisible()
  const [parcel] = Object((await storedDocument(`orders/${id}`)).parcels)
  const left = { ...parcel, sentAt: new Date(0).toISOString() }
  await database()
    .doc(`orders/${id}`)
    .update({ parcels: [left] })
  await sweepParcel(shop, id)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ parcels: [{ state: 'booked' }] })
  expect(await parcelsOf(ecpay, number)).toHaveLength(1)
})

test('a store that closed is asked about by mail, and the link chooses another @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const { id, number } = await buyToStore(page, shop)
  const { recipient } = await storedDocument(`orders/${id}`)
  await database()
    .doc(`orders/${id}`)
    .update({ recipient: { ...Object(recipient), store: '7-11 999999 不在門市' } })
  await openParcels(page)
  await book(page, number)
  await expect(page.getByText(/取貨門市已不在名單上/).first()).toBeVisible()
  expect(await parcelsOf(ecpay, number)).toEqual([])
  await page.goto('/owner')
  await expect(page.getByText(/^有 \d+ 個包裹待處理/)).toBeVisible()

  const findLink = async () => {
    const letters = await lettersAbout(id)
    const mail = letters.find(({ subject }) => subject.startsWith('請另選取貨門市'))
    return /https?:\/\/\S+\/pickup#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  // Sent after the answer.
  await expect.poll(findLink).not.toBe('')
  const link = await findLink()
  await page.goto(link)
  await page.getByLabel('搜尋門市').fill('館前')
  await page.getByRole('radio', { name: /^館前門市/ }).check()
  await expectNoViolation(page)
  await page.getByRole('button', { name: '改到這家門市' }).click()
  await expect(page.getByText('已改到 7-11 館前門市')).toBeVisible()
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    recipient: { store: '7-11 100202 館前門市' },
    parcelAlarm: null,
  })
  await page.goto('/shop')
  await page.goto(link)
  await page.getByLabel('搜尋門市').fill('館前')
  await page.getByRole('radio', { name: /^館前門市/ }).check()
  await page.getByRole('button', { name: '改到這家門市' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '這個連結已用過' })).toBeVisible()
})

test('pushes that are forged, unknown or no push change nothing @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const { id, number } = await buyToStore(page, shop)
  await openParcels(page)
  await book(page, number)
  await expect(page.getByText('1 筆已建立寄件')).toBeVisible()
  const before = await storedDocument(`orders/${id}`)
  const step = `/parcels/${parcelRef(number)}/step`
  await controlEcpay(ecpay, step, { push: 'bad-mac' })
  await controlEcpay(ecpay, step, { push: 'unknown-number' })
  const { pushes } = Object(await controlEcpay(ecpay, '/pushes'))
  const answers = pushes.map((push: unknown) => String(Object(push).answer))
  expect(answers.slice(-2)).toEqual(['400 0|CheckMacValue Error', '200 1|OK'])
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (path: string, body: string) =>
    fetch(`${shop}${path}`, { method: 'POST', headers: type, body })
  const answered = [
    await post('/api/ecpay/store', ''),
    await post('/api/ecpay/parcel', 'x'.repeat(20_000)),
    await post('/api/ecpay/other', 'a=b'),
  ]
  expect(answered.map(({ status }) => status)).toEqual([400, 413, 415])
  expect(await storedDocument(`orders/${id}`)).toEqual(before)
})

test('the parcel of an exchange is booked and followed like the first one; one that is booked ships with no other number @long', async ({
  page,
  own: { shop, ecpay },
}) => {
  const { id, number, member } = await buyToStore(page, shop)
  await openParcels(page)
  await book(page, number)
  await expect(page.getByText('1 筆已建立寄件')).toBeVisible()
  const sheet = sheetPage(page)
  await sheet.open(id)
  await expect(page.getByLabel('追蹤編號', { exact: true })).toHaveValue(/^G/)
  await page.getByLabel('追蹤編號', { exact: true }).fill('1111')
  await sheet.press('標記為已出貨')
  await expect(sheet.refusal('已在綠界建立寄件')).toBeFocused()
  await expectNoViolation(page)

  // The first parcel has arrived, and its buyer wishes another size.
  const at = new Date().toISOString()
  const [first] = Object((await storedDocument(`orders/${id}`)).parcels)
  const items = [{ index: 0, quantity: 1, size: 'L' }]
  const request = { number: 1, state: 'accepted', items, reason: '', contact: '0912345678' }
  await database()
    .doc(`orders/${id}`)
    .update({
      status: '已完成',
      completedAt: at,
      shipment: { carrier: '7-11 交貨便', trackingNumber: 'G1', shippedAt: at },
      parcels: [{ ...first, state: 'cancelled' }],
      returns: [{ ...request, requestedAt: at, changedAt: at }],
      returnState: 'accepted',
    })
  await sheet.open(id)
  await page.getByLabel('回覆', { exact: true }).selectOption('preparing')
  await sheet.press('回覆會員')
  await expect(page.getByText('收到退貨，準備換貨').first()).toBeVisible()
  await expect(sheet.panel('換貨待寄出')).toBeVisible()
  await expectNoViolation(page)

  await book(page, number)
  await expect(page.getByText('1 筆已建立寄件')).toBeVisible()
  await chooseOrder(page, number)
  const row = page.getByRole('listitem').filter({ hasText: short(number) })
  await expect(row.getByText(/^換貨：.* L ×1$/)).toBeVisible()
  await expectNoViolation(page)
  await controlEcpay(ecpay, `/parcels/${parcelRef(number)}L02/step`, { push: 'once' })
  await sweepParcel(shop, id)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({
    status: '已完成',
    returnState: 'exchanged',
    resent: [1],
  })
  await giveSession(page.context(), member.session)
  await page.goto(`/account/order/${id}`)
  await expect(page.getByText('換貨已寄出')).toBeVisible()
  await expect(page.getByText('包裹：已交寄，運送中')).toBeVisible()
})
