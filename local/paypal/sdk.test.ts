import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { chromium, type Browser, type Page } from 'playwright'
import { servePage } from './browser-page.ts'
import { at, StandIn } from './stand-in.fixture.ts'

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  chromium.executablePath(),
]
const executablePath = places.find((path) => path !== undefined && existsSync(path))
const skip = executablePath === undefined ? 'no Chromium on this machine: set CHROMIUM_PATH' : false

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const standIn = new StandIn()
let browser: Browser | undefined
let shop = { address: '', close: () => {} }
const complaints: string[] = []

before(async () => {
  if (executablePath === undefined) return
  await standIn.start()
  shop = await servePage(standIn)
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]
  browser = await chromium.launch({ executablePath, args })
})
after(async () => {
  await browser?.close()
  shop.close()
  await standIn.close()
})

async function openPage(more = ''): Promise<Page> {
  assert.ok(browser)
  const context = await browser.newContext({ bypassCSP: false })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  complaints.length = 0
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await page.goto(`${shop.address}${more}`)
  return page
}

/** Waits until the page's callbacks are these, by name, and tells their values. */
async function seen(page: Page, ...names: readonly string[]): Promise<unknown[]> {
  await page.locator(`html[data-seen="${names.join(' ')}"]`).waitFor()
  const all: unknown = await page.evaluate('window.seen.map(([, value]) => value)')
  return Array.isArray(all) ? all : []
}

async function press(page: Page, name: string): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name, exact: true }).click()
  return popup
}

async function faultsOf(page: Page): Promise<unknown> {
  // axe is put in by the driver's own door, which the page's policy does not guard.
  await page.evaluate(axe)
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
  )
}

test('the PayPal button pays: one order, one window, approved once', { skip }, async () => {
  const page = await openPage()
  const popup = await press(page, 'PayPal')
  await popup.getByText('本機模擬付款，不會真的扣款').waitFor()
  await popup.getByText('NT$3,080').waitFor()
  assert.deepEqual(await faultsOf(popup), [])
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: '同意付款' }).click()
  await closed
  const [source, approval, paid] = await seen(page, 'createOrder', 'onApprove', 'paid')
  assert.equal(source, 'paypal')
  assert.equal(at(approval, 'orderID'), paid)
  assert.match(String(at(approval, 'payerID')), /^[2-9A-HJ-NP-Z]{13}$/)
  assert.deepEqual(complaints, [])
})

test(
  'a declined card brings the buyer back to the window, where another one pays',
  { skip },
  async () => {
    const page = await openPage()
    const popup = await press(page, '信用卡／金融卡')
    await popup.getByLabel('測試卡號').selectOption('4000000000000002')
    assert.deepEqual(await faultsOf(popup), [])
    const again = page.waitForEvent('popup')
    await popup.getByRole('button', { name: '同意付款' }).click()
    await (await again).getByRole('button', { name: '同意付款' }).click()
    const values = await seen(page, 'createOrder', 'onApprove', 'onApprove', 'paid')
    assert.equal(values[0], 'card')
    assert.deepEqual(complaints, [])
  },
)

test(
  'cancelling, and closing the window, each call onCancel and leave the buttons usable',
  { skip },
  async () => {
    const page = await openPage()
    const first = await press(page, 'PayPal')
    await first.getByRole('button', { name: '取消' }).click()
    await seen(page, 'createOrder', 'onCancel')
    const second = await press(page, 'PayPal')
    await second.getByRole('button', { name: '同意付款' }).waitFor()
    await second.close()
    const [, , , orderID] = await seen(page, 'createOrder', 'onCancel', 'createOrder', 'onCancel')
    assert.equal(typeof at(orderID, 'orderID'), 'string')
    await page.getByRole('button', { name: 'PayPal', exact: true, disabled: false }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test(
  'a blocked window ends in onError, and a blocked restart asks for a click',
  { skip },
  async () => {
    const page = await openPage()
    const block =
      'const open = window.open.bind(window); window.open = (...all) => window.blocked ? null : open(...all); window.blocked = true'
    await page.evaluate(block)
    await page.getByRole('button', { name: 'PayPal', exact: true }).click()
    assert.match(String((await seen(page, 'onError'))[0]), /popup window - blocked/)
    await page.evaluate('window.blocked = false')
    const popup = await press(page, '信用卡／金融卡')
    await popup.getByLabel('測試卡號').selectOption('4000000000000002')
    await page.evaluate('window.blocked = true')
    await popup.getByRole('button', { name: '同意付款' }).click()
    await page.getByRole('button', { name: '再次開啟付款視窗' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.evaluate('window.blocked = false')
    const second = await press(page, '再次開啟付款視窗')
    await second.getByRole('button', { name: '同意付款' }).click()
    await seen(page, 'onError', 'createOrder', 'onApprove', 'onApprove', 'paid')
  },
)

test('the buttons work from the keyboard and pass axe', { skip }, async () => {
  const page = await openPage()
  await page.getByRole('group', { name: '付款方式' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const popup = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  await (await popup).getByLabel('測試卡號').waitFor()
  assert.deepEqual(await seen(page, 'createOrder'), ['card'])
})

test('a script in another currency than the order’s ends in onError', { skip }, async () => {
  const page = await openPage('&currency=USD')
  await press(page, 'PayPal')
  const [, message] = await seen(page, 'createOrder', 'onError')
  assert.match(String(message), /Expected currency from order api call to be USD, got TWD/)
})

test(
  'without a page that opened it, the window goes to the order’s return_url',
  { skip },
  async () => {
    const page = await openPage()
    const context = {
      return_url: `${standIn.base}/_local?back`,
      cancel_url: `${standIn.base}/_local?stopped`,
    }
    const order = {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'TWD', value: '1' } }],
      application_context: context,
    }
    const made = await standIn.call('POST', '/v2/checkout/orders', order)
    await page.goto(String(at(made.body, 'links', 1, 'href')))
    await page.getByRole('button', { name: '同意付款' }).click()
    await page.waitForURL(/\/_local\?back=?&token=[A-Z0-9]{17}&PayerID=[A-Z0-9]{13}$/)
  },
)
