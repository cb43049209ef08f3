import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

import { expectPage, structuredDataIn } from '../support/pages/storefront.ts'
import { expect, test } from '../support/shop.ts'

const GTIN = '04712345678900'
const LINKSET = { accept: 'application/linkset+json' }

const main = (html: string) => /<main[^]*?<\/main>/.exec(html)?.[0] ?? ''

test('every way to write the address of a code opens the same page (rule 450)', async ({
  page,
}) => {
  const own = await (await page.request.get('/c/otr-001')).text()
  for (const path of ['/C/OTR-001', '/C/otr-001', '/c/OTR-001', '/c/Otr-001', `/01/${GTIN}`]) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(200)
    const html = await answer.text()
    expect(main(html), path).toBe(main(own))
    expect(html, path).toMatch(/<link rel="canonical" href="[^"]*:\d+\/c\/otr-001"/)
  }
})

test('a code of no style, and another GTIN, are missing pages (rule 450)', async ({ page }) => {
  for (const path of ['/C/OTR-999', '/c/otr-999', '/01/00012345600012', '/creator/nobody']) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }
})

test('the page greets who wears the shirt, in this order, without price and cookie notice (rule 66)', async ({
  page,
}) => {
  await page.goto('/C/OTR-001')
  await expectPage(page, '旅見 T 恤')
  await expect(page.getByRole('figure', { name: '旅見 T 恤胸前的圖' })).toBeVisible()
  await expect(page.getByText('謝謝你帶著它上路。')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    '這一筆的由來',
    '把另一半補上',
    '聲音',
    '怎麼照顧',
    '破了先補',
    '穿到不能再穿',
    '想多讀一點',
    '再一件，或送一件',
  ])
  const sounds = page.locator('audio')
  await expect(sounds).toHaveCount(2)
  const length = sounds.first().evaluate(async (sound: HTMLAudioElement) => {
    const known = new Promise((done) => sound.addEventListener('loadedmetadata', done))
    sound.preload = 'metadata'
    sound.load()
    await known
    return sound.duration
  })
  expect(await length).toBeGreaterThan(15)
  await expect(page.getByRole('main')).not.toContainText('NT$')
  await expect(page.getByRole('region', { name: 'Cookie 設定' })).toHaveCount(0)
  const camera = page.getByRole('link', { name: '打開相機' })
  await expect(camera).toHaveAttribute('href', '/c/otr-001/camera')
  await page.getByRole('link', { name: '共衣設計室' }).click()
  await expectPage(page, '共衣設計室')
  await page.getByRole('link', { name: '靜意 T 恤' }).click()
  await expectPage(page, '靜意 T 恤')
  await page.getByRole('link', { name: '看這一款' }).click()
  await expect(page).toHaveURL(/\/product\/ots-001$/)
})

test('a style without a drawing has the camera too (rule 658)', async ({ page }) => {
  await page.goto('/c/otd-001')
  await expect(page.getByRole('heading', { name: '拍一張自己的' })).toBeVisible()
  await page.getByRole('link', { name: '打開相機' }).click()
  await expectPage(page, '日常 T 恤的相機')
  await expect(page.getByText('拍下眼前的樣子')).toBeVisible()
})

test('a style that is gone from the shop keeps its page (rule 68)', async ({ page }) => {
  await page.goto('/C/OTX-001')
  await expectPage(page, '從前 T 恤')
  await expect(page.getByText('這一款已經不再販售。')).toBeVisible()
  await expect(page.getByRole('link', { name: '看這一款' })).toHaveCount(0)
})

test('a garment with a GTIN answers a linkset, and the resolver describes itself (rule 451)', async ({
  page,
}) => {
  const { request } = page
  const own = await request.get(`/01/${GTIN}`, { headers: LINKSET })
  expect(own.headers()['content-type']).toContain('application/linkset+json')
  const linkset = await own.json()
  expect(Object.keys(linkset.linkset[0])).toEqual(
    expect.arrayContaining(['anchor', 'https://ref.gs1.org/voc/pip']),
  )
  for (const path of [`/01/${GTIN}?linkType=all`, '/c/otr-001?linkType=linkset']) {
    expect(await (await request.get(path)).json(), path).toEqual(linkset)
  }
  const inCapitals = await request.get('/C/OTR-001', { headers: LINKSET })
  expect(await inCapitals.json()).toEqual(linkset)
  expect((await request.get('/c/ots-001', { headers: LINKSET })).status()).toBe(404)
  const asked = `/C/OTR-001?linkType=gs1:instructions`
  const place = await request.get(asked, { maxRedirects: 0 })
  expect(place.status()).toBe(307)
  expect(place.headers()['location']).toMatch(/\/c\/otr-001#care$/)
  const resolver = await (await request.get('/.well-known/gs1resolver')).json()
  expect(resolver).toMatchObject({ supportedPrimaryKeys: ['01'] })
  expect(`${resolver.resolverRoot}/01/${GTIN}`).toBe(linkset.linkset[0].anchor)
  const data = structuredDataIn(await (await request.get('/c/otr-001')).text())
  expect(data).toEqual([
    expect.objectContaining({ gtin: GTIN, hasGS1DigitalLink: linkset.linkset[0].anchor }),
  ])
})

for (const path of ['/', '/product/ots-001']) {
  test(`the code on ${path} is scanned from a desktop's screen (rule 452)`, async ({ page }) => {
    await page.goto(path)
    const code = page.getByRole('figure', { name: /的 QR Code/ })
    const picture = sharp(await code.screenshot())
      .ensureAlpha()
      .raw()
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    const style = path === '/' ? 'OTR-001' : 'OTS-001'
    const read = new URL(decodeQR({ width: info.width, height: info.height, data }))
    expect(read.pathname).toBe(`/C/${style}`)
  })
}

test('a phone has a button instead of the code (rule 452)', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/product/otr-001')
  await expect(page.getByRole('figure', { name: /的 QR Code/ })).toBeHidden()
  await page.getByRole('link', { name: '打開這一款的頁面' }).click()
  await expectPage(page, '旅見 T 恤')
  await expect(page).toHaveURL(/\/c\/otr-001$/)
})
