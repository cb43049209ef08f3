import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'

import { type Browser, chromium, type Page } from 'playwright'

import { bringChromium } from '../../local/chromium.ts'
import { listen } from '../stand-in/ports.ts'
import { at, orderOf, StandIn, textAt } from './stand-in.fixture.ts'

// Paying, cancelling and another card are seen in e2e/, with the shop's own page; here is the rest.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standIn = new StandIn()
const complaints: string[] = []
let browser: Browser | undefined
let orders = 0
let address = ''

const page = (currency: string) => `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><title>付款</title><link rel="icon" href="data:,"></head>
<body><main><h1>付款</h1><div id="app"></div></main>
<script nonce="once" src="${standIn.base}/sdk/js?client-id=demo-client&currency=${currency}&locale=zh_TW"></script>
<script nonce="once">
const ask = async (path) => (await fetch(path, { method: 'POST' })).text()
window.seen = []
const see = (name, value) => {
  seen.push([name, value])
  document.documentElement.dataset.seen = seen.map(([name]) => name).join(' ')
}
paypal.Buttons({
  createOrder: () => ask('/create'),
  onApprove: async ({ orderID, payerID }, { restart }) => {
    see('onApprove', payerID)
    if ((await ask('/capture?' + orderID)) === 'refused') return restart()
    see('paid', orderID)
  },
  onCancel: ({ orderID }) => see('onCancel', orderID),
  onError: ({ message }) => see('onError', message),
}).render('#app')
</script></body></html>`

async function answer(path: string): Promise<string> {
  const [place, id = ''] = path.split('?')
  orders += 1
  if (place === '/capture')
    return (await standIn.capture(id, String(orders))).status < 300 ? 'paid' : 'refused'
  const { body } = await standIn.call('POST', '/v2/checkout/orders', orderOf(`OT-${orders}`))
  return textAt(body, 'id')
}

const policy = "default-src 'none'; script-src 'nonce-once'; connect-src 'self'; img-src data:"
const shop = createServer(({ method, url = '/' }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-security-policy', policy)
  response.setHeader('cross-origin-opener-policy', 'unsafe-none')
  if (method === 'POST') void answer(url).then((text) => response.end(text))
  else response.end(page(url.slice(2) || 'TWD'))
})

before(async () => {
  const { path: executablePath } = await bringChromium()
  await standIn.start()
  address = await listen(shop)
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
})
after(async () => {
  await browser?.close()
  shop.close()
  shop.closeAllConnections()
  await standIn.close()
})

async function openPage(query = ''): Promise<Page> {
  assert.ok(browser)
  const context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  complaints.length = 0
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  const opened = await context.newPage()
  await opened.goto(`${address}/${query}`)
  return opened
}

/** Waits until the page's callbacks are these, by name. Returns their values. */
async function readData(page: Page, ...names: readonly string[]): Promise<unknown> {
  await page.locator(`html[data-seen="${names.join(' ')}"]`).waitFor()
  return page.evaluate('window.seen.map(([, value]) => value)')
}

async function press(page: Page, name: string): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name, exact: true }).click()
  return popup
}

async function expectNoViolation(page: Page): Promise<void> {
  await page.evaluate(axe)
  const found = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
  )
  assert.deepEqual(found, [])
}

test('page and windows pass axe; a closed window calls onCancel and leaves the buttons usable', async () => {
  const page = await openPage()
  await expectNoViolation(page)
  const first = await press(page, 'PayPal')
  await first.getByText('NT$3,080').waitFor()
  await expectNoViolation(first)
  await first.close()
  await readData(page, 'onCancel')
  const second = await press(page, '信用卡／金融卡')
  await second.getByLabel('測試卡號').waitFor()
  await expectNoViolation(second)
  await second.getByRole('button', { name: '同意付款' }).click()
  assert.match(
    String(at(await readData(page, 'onCancel', 'onApprove', 'paid'), 1)),
    /^[2-9A-HJ-NP-Z]{13}$/,
  )
  assert.deepEqual(complaints, [])
})

test('a blocked window ends in onError, and a blocked restart asks for a click', async () => {
  const page = await openPage()
  await page.evaluate(
    'const open = window.open.bind(window); window.open = (...all) => window.blocked ? null : open(...all); window.blocked = true',
  )
  await page.getByRole('button', { name: 'PayPal', exact: true }).click()
  assert.match(String(await readData(page, 'onError')), /popup window - blocked/)
  await page.evaluate('window.blocked = false')
  const popup = await press(page, '信用卡／金融卡')
  await popup.getByLabel('測試卡號').selectOption('4000000000000002')
  await page.evaluate('window.blocked = true')
  await popup.getByRole('button', { name: '同意付款' }).click()
  await page.getByRole('button', { name: '再次開啟付款視窗' }).waitFor()
  await expectNoViolation(page)
  await page.evaluate('window.blocked = false')
  const second = await press(page, '再次開啟付款視窗')
  await second.getByRole('button', { name: '同意付款' }).click()
  await readData(page, 'onError', 'onApprove', 'onApprove', 'paid')
})

test('a script in another currency than the order’s ends in onError', async () => {
  const page = await openPage('?USD')
  await press(page, 'PayPal')
  assert.match(
    String(await readData(page, 'onError')),
    /Expected currency from order api call to be USD/,
  )
})

test('a script with a wrong parameter or client id is a 400', async () => {
  for (const query of [
    'client-id=other',
    'client-id=demo-client&locale=zh-TW',
    'client-id=demo-client&x=1',
  ])
    assert.equal((await fetch(`${standIn.base}/sdk/js?${query}`)).status, 400)
})

test('without a page that opened it, the window goes to the order’s return_url', async () => {
  const page = await openPage()
  const application_context = { return_url: `${standIn.base}/_local?back` }
  const order = { ...orderOf('OT-return'), application_context }
  const { body } = await standIn.call('POST', '/v2/checkout/orders', order)
  await page.goto(textAt(body, 'links', 1, 'href'))
  await page.getByRole('button', { name: '同意付款' }).click()
  await page.waitForURL(/\/_local\?back=?&token=[A-Z0-9]{17}&PayerID=[A-Z0-9]{13}$/)
})
