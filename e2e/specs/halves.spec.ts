import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { drawStroke, expectDrawn, keepDrawn, ownLine } from '../support/pages/half.ts'
import { lettersAbout } from '../support/pages/mailbox.ts'
import { becomeOwner } from '../support/pages/owner.ts'
import { refuseCookies, structuredDataIn } from '../support/pages/storefront.ts'
import { paymentFields, seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

const textOf = (points: readonly (readonly [number, number])[]) =>
  points.map((point) => point.join(',')).join(' ')

async function letterTo(email: string, subject: string) {
  const letters = async () =>
    (await lettersAbout('half')).filter(
      (letter) => letter.to.includes(email) && letter.subject.includes(subject),
    )
  await expect.poll(async () => (await letters()).length).toBe(1)
  return (await letters())[0]?.text ?? ''
}

const linkIn = (letter: string) => /https?:\/\/\S+\/halves\/\S+/.exec(letter)?.[0] ?? ''

async function give(page: Page, name: string, email?: string): Promise<void> {
  await page.goto('/halves/give#ridge')
  await page.getByRole('textbox', { name: /^名字/ }).fill(name)
  if (email !== undefined) await page.getByLabel('電子信箱').fill(email)
  await page.getByRole('checkbox', { name: /我同意這個圖和名字/ }).check()
  await page.getByRole('button', { name: '讓大家看到' }).click()
}

test('what a guest draws is proven by mail, chosen by the owner in two taps, seen everywhere, and taken back @phone-long', async ({
  browser,
  page,
}) => {
  const email = `${randomUUID()}@drawing.example`
  const name = `畫${randomUUID().slice(0, 8)}`
  await refuseCookies(page)
  await page.goto('/')
  await drawStroke(page, ownLine())
  const drawn = await expectDrawn(page)
  await page.getByRole('button', { name: '完成' }).click()
  await page.getByRole('link', { name: '讓大家看到' }).click()
  await page.waitForURL('**/halves/give#ridge')
  await expectNoViolation(page)
  await page.getByRole('button', { name: '讓大家看到' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    '請填收得到信的電子信箱',
    '請勾選同意，才能讓大家看到',
  ])
  await give(page, name, email)
  await expect(page.getByRole('status').filter({ hasText: '還差一步：請收信' })).toBeFocused()

  const link = linkIn(await letterTo(email, '請確認'))
  await page.goto(link)
  await page.getByRole('button', { name: '確認並送出' }).click()
  await expect(page.getByText('送到了，謝謝你')).toBeVisible()
  await page.goto('/halves')
  await expect(page.getByText(name)).toHaveCount(0)

  const owner = await browser.newContext()
  const desk = await owner.newPage()
  await becomeOwner(desk)
  await desk.goto(new URL('/owner', page.url()).href)
  await desk.getByRole('link', { name: /張別人畫的另一半，等您決定/ }).click()
  const waiting = desk.getByRole('article', { name })
  await expectNoViolation(desk)
  await waiting.getByRole('button', { name: '顯示', exact: true }).click()
  await expect(waiting.getByRole('button', { name: '收起來' })).toBeVisible()

  // Where it was decided it is there at once.
  await page.goto('/halves')
  await expectNoViolation(page)
  await page.getByRole('link', { name }).click()
  await page.waitForURL(/\/halves\/[0-9a-f]{32}$/)
  const address = page.url()
  await expect(page.getByRole('heading', { level: 1, name: `${name}的另一半` })).toBeVisible()
  await expect(page.locator('svg[data-half] path')).toHaveAttribute('d', drawn)
  await expectNoViolation(page)
  const html = await (await page.request.get(address)).text()
  expect(structuredDataIn(html)).toContainEqual(
    expect.objectContaining({ '@type': 'CreativeWork', creator: { '@type': 'Person', name } }),
  )
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const shared = await page.request.get(new URL(new URL(picture ?? '').pathname, address).href)
  expect([shared.status(), shared.headers()['content-type']]).toEqual([200, 'image/png'])
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(new URL(address).pathname)
  for (const path of ['/', '/product/otr-001', '/c/otr-001', '/creator/studio']) {
    await page.goto(path)
    const strip = page.getByRole('region', { name: '大家的另一半' })
    await strip.scrollIntoViewIfNeeded()
    const own = strip.getByRole('img', { name: `${name}的另一半` })
    await expect.poll(() => own.evaluate((image) => Object(image).naturalWidth)).toBe(640)
  }
  expect(linkIn(await letterTo(email, '掛上去了'))).toContain(new URL(address).pathname)

  // The name is blocked, and shown again.
  await desk.reload()
  const shown = desk.getByRole('article', { name })
  await shown.getByRole('button', { name: `封鎖名字「${name}」` }).click()
  await expect(shown.getByRole('button', { name: `解除封鎖「${name}」` })).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('沒有署名的人的另一半')
  await shown.getByRole('button', { name: `解除封鎖「${name}」` }).click()
  await expect(shown.getByRole('button', { name: `封鎖名字「${name}」` })).toBeVisible()

  // Undone, and shown again.
  await shown.getByRole('button', { name: '收起來' }).click()
  await expect(shown.getByRole('button', { name: '顯示', exact: true })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
  await shown.getByRole('button', { name: '顯示', exact: true }).click()
  await expect(shown.getByRole('button', { name: '收起來' })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(200)
  await owner.close()

  await page.goto(link)
  await page.getByRole('button', { name: '收回這個圖' }).click()
  await expect(page.getByText('已收回')).toBeVisible()
  for (const end of ['', '/drawing.svg', '/share.png']) {
    expect((await page.request.get(address + end)).status()).toBe(404)
  }
  await page.goto('/halves')
  await expect(page.getByText(name)).toHaveCount(0)
  const left = await database()
    .doc(`halves/${address.split('/').at(-1)}`)
    .get()
  expect(Object.keys(left.data() ?? {}).toSorted()).toEqual(['expireAt', 'publicAt'])
})

test('a member gives without a mail’s link, and takes back in the settings', async ({
  page,
  context,
}) => {
  const member = await newMember()
  await giveSession(context, member.session)
  await refuseCookies(page)
  await keepDrawn(page, textOf(ownLine()))
  await give(page, '')
  await expect(page.getByRole('status').filter({ hasText: '收到了，謝謝你' })).toBeFocused()
  expect(linkIn(await letterTo(member.email, '收到您畫的另一半'))).toContain('/halves/mine#')
  // The same once more changes nothing. The same address again would load no page.
  await page.goto('/halves')
  await give(page, '')
  await expect(page.getByText('收到了，謝謝你')).toBeVisible()
  await page.goto('/account/settings')
  const own = page.getByRole('button', { name: /^收回：不署名・等我們看過/ })
  await expect(own).toHaveCount(1)
  await expectNoViolation(page)
  await own.click()
  await expect(page.getByText('已收回，一分鐘內不再出現在任何一頁。')).toBeVisible()
  await expect(own).toHaveCount(0)
  const stored = await database().collection('halves').where('uid', '==', member.uid).get()
  expect(stored.size).toBe(0)
})

test('a half that was drawn goes with an order, onto its page and its slip @both', async ({
  page,
  context,
}) => {
  const member = await newMember()
  const [id = ''] = await seedOrders(member, 1, () => ({
    status: '已付款',
    paidAt: new Date().toISOString(),
    ...paymentFields({ state: 'paid', attempt: 'captured' }),
  }))
  await giveSession(context, member.session)
  await refuseCookies(page)
  await page.goto(`/account/order/${id}`)
  await page.getByRole('button', { name: '再翻一座' }).click()
  await page.getByRole('button', { name: '放進這筆訂單' }).click()
  await expect(page.getByText('這一張會印在出貨單上，跟著包裹寄出。')).toBeVisible()
  await expect(page.getByRole('heading', { name: '畫好的另一半' })).toBeVisible()
  await expectNoViolation(page)
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ half: { motif: 'ridge' } })
  await becomeOwner(page)
  await page.goto(`/owner/slips?order=${id}`)
  await expect(
    page.getByRole('figure', { name: '買家畫的另一半' }).locator('path').last(),
  ).toHaveAttribute('d', /^M3[01]\d/)
  await giveSession(context, member.session)
  await page.goto(`/account/order/${id}`)
  await page.getByRole('button', { name: '拿下這一張' }).click()
  await expect(page.getByRole('button', { name: '放進這筆訂單' })).toBeVisible()
})

test('the camera offers the half that was drawn as a sticker', async ({ page }) => {
  await keepDrawn(page, '308,151 338,122 372,84 396,104 422,90')
  await page.goto('/c/otr-001/camera')
  await page.locator('input[type=file]').first().setInputFiles('public/images/site/hero.jpg')
  await page.getByRole('button', { name: '貼圖', exact: true }).click()
  await page.getByRole('button', { name: '畫好的另一半' }).click()
  await expect(page.getByText('已加入貼圖：畫好的另一半，共 1 個')).toBeAttached()
})
