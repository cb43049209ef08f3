import { createHash } from 'node:crypto'

import type { Page } from 'playwright/test'

import { giveSession, sessionCookie } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { ownerSince } from '../support/owners.ts'
import { becomeOwner, becomeStaff, sheetPage } from '../support/pages/owner.ts'
import {
  addAuthenticator,
  addPasskey,
  ageProofs,
  confirmByPasskey,
} from '../support/pages/passkeys.ts'
import { refuseCookies } from '../support/pages/storefront.ts'
import { sell } from '../support/sales.ts'
import { expect, test } from '../support/shop.ts'

// The browser logs violations of the owner's policy.
test.use({ expected: [/requires 'Trusted(?:HTML|ScriptURL|Script)'/] })

test('an owner adds a passkey, is asked for it in every new session, and gets in by a recovery code once @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  await addAuthenticator(page)
  await page.goto('/owner/proof')
  await expect(page.getByText('15 分鐘內已確認過身分。')).toBeVisible()
  await expect(page.getByText('尚無通行密鑰。')).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('button', { name: '加入這台裝置的通行密鑰' }).click()
  await expect(page.getByText('請立即抄寫、複製或列印備援碼')).toBeVisible()
  const codes = await page.locator('li.figures').allTextContents()
  expect(codes).toHaveLength(10)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '複製備援碼' }).click()
  await expect(page.getByText('已複製備援碼')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  await expect(page.getByRole('button', { name: '列印備援碼' })).toBeVisible()
  await expectNoViolation(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(1)
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0)
  const stored = (await database().doc(`recovery_codes/${owner.uid}`).get()).data()
  for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)

  await giveSession(page.context(), await sessionCookie(owner))
  await page.goto('/owner/orders?view=all')
  await expect(page).toHaveURL(/\/owner\/proof\?next=/)
  await expect(page.getByRole('heading', { name: '通行密鑰', exact: true })).toHaveCount(0)
  await expect(page.getByText('這台裝置尚無通行密鑰？')).toBeVisible()
  await expectNoViolation(page)
  await confirmByPasskey(page).click()
  // One is where one was going.
  await expect(page).toHaveURL(/\/owner\/orders\?view=all$/)

  const byCode = async (code: string) => {
    await giveSession(page.context(), await sessionCookie(owner))
    await page.goto('/owner/proof')
    await page.getByText('手邊沒有通行密鑰的裝置', { exact: true }).click()
    await page.getByLabel('備援碼').fill(code)
    await page.getByRole('button', { name: '用備援碼確認' }).click()
  }
  await byCode(codes[3] ?? '')
  await expect(page.getByText('15 分鐘內已確認過身分。')).toBeVisible()
  await byCode(codes[3] ?? '')
  await expect(page.getByText('確認未通過')).toBeVisible()
})

test('staff add a passkey, ship only with it in a new session, and use a recovery code in its place @long', async ({
  page,
}) => {
  const staff = await becomeStaff(page)
  const { id } = await sell()
  await addAuthenticator(page)
  await addPasskey(page)
  const [code = ''] = await page.locator('li.figures').allTextContents()

  const session = await sessionCookie(staff)
  await giveSession(page.context(), session)
  const before = await storedDocument(`orders/${id}`)
  const parcel = { orderId: id, carrier: '黑貓', trackingNumber: '9070', correction: 'no' }
  const call = { page: `/owner/order/${id}`, session, args: [parcel] }
  expect((await callAction('shipAction', call)).result).toBeUndefined()
  expect(await storedDocument(`orders/${id}`)).toEqual(before)
  await sheetPage(page).open(id)
  await expect(page).toHaveURL(/\/owner\/proof\?next=/)
  await expectNoViolation(page)
  await confirmByPasskey(page).click()
  await expect(page).toHaveURL(new RegExp(`/owner/order/${id}$`))
  await page.getByLabel('追蹤編號').fill('9070')
  await sheetPage(page).press('標記為已出貨')
  await expect(page.getByText('已登記，會員看得到追蹤編號。')).toBeVisible()
  expect((await page.request.get('/owner/audit')).status()).toBe(404)

  await giveSession(page.context(), await sessionCookie(staff))
  await page.goto('/owner/orders')
  await page.getByText('手邊沒有通行密鑰的裝置', { exact: true }).click()
  await page.getByLabel('備援碼').fill(code)
  await page.getByRole('button', { name: '用備援碼確認' }).click()
  await expect(page).toHaveURL(/\/owner\/orders$/)
  await page.getByRole('link', { name: '登入安全' }).click()
  await page.getByRole('button', { name: /^移除/ }).click()
  await expect(page.getByText('尚無通行密鑰。')).toBeVisible()
  await giveSession(page.context(), await sessionCookie(staff))
  await page.goto('/owner/orders')
  await expect(page).toHaveURL(/\/owner\/orders$/)
})

test('a finger that is not the right one opens nothing @long', async ({ page }) => {
  const owner = await becomeOwner(page)
  const { setPresent } = await addAuthenticator(page)
  await addPasskey(page)
  await giveSession(page.context(), await sessionCookie(owner))
  await page.goto('/owner')
  await setPresent(false)
  await confirmByPasskey(page).click()
  await expect(page.getByText('確認未通過')).toBeVisible()
  await page.goto('/owner')
  await expect(page).toHaveURL(/\/owner\/proof\?next=/)
})

const proofWindow = (page: Page) => page.getByRole('dialog', { name: '確認身分' })

test('long after the last proof a press asks the device on the spot, and what was pressed goes on @both @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const { setPresent } = await addAuthenticator(page)
  await addPasskey(page)
  const { id } = await sell()
  const sheet = sheetPage(page)
  await ageProofs(owner)
  await sheet.open(id)
  await sheet.unfold('退款')
  const panel = sheet.panel('退款')
  await panel.getByLabel('退款金額（元）').fill('80')
  await panel.getByLabel('原因').fill('運費補償')
  await panel.getByLabel('您的密碼', { exact: true }).fill(owner.password)

  // A finger that is not the right one, and a window that is closed: nothing is done, and nothing typed is lost.
  await setPresent(false)
  await sheet.press('退款')
  await expect(proofWindow(page).getByText('確認未通過')).toBeVisible()
  await expectNoViolation(page)
  await proofWindow(page).getByRole('button', { name: '取消，不要做' }).click()
  await expect(sheet.refusal('未確認身分，操作未執行。')).toBeFocused()
  await expect(panel.getByLabel('原因')).toHaveValue('運費補償')
  expect(Object((await storedDocument(`orders/${id}`)).payment).refunds).toEqual([])

  await setPresent(true)
  await sheet.press('退款')
  await expect(page.getByText('已退款 NT$80。')).toBeVisible()
  await expect(proofWindow(page)).toHaveCount(0)

  await ageProofs(owner)
  await page.goto('/owner/discounts')
  await page.getByText('建立新的折扣碼').click()
  await page.getByLabel('折扣碼', { exact: true }).fill(`KEY${crypto.randomUUID().slice(0, 8)}`)
  await page.getByLabel('折多少').fill('150')
  await page.getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: '建立折扣碼' }).click()
  await expect(page.getByText('已建立，現在可以使用。')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
})

test('an owner without a passkey types the password in the window, and the download goes on by itself @long', async ({
  page,
}) => {
  const owner = await ownerSince(1)
  await refuseCookies(page)
  await giveSession(page.context(), owner.session)
  const { number } = await sell()
  await page.goto('/owner/books')
  const month = `${number.slice(5, 9)}年${Number(number.slice(9, 11))}月`
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: `${month}訂單` }).click()
  await proofWindow(page).getByLabel('您的密碼', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  expect((await waiting).suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}\.csv$/)
})

test('a challenge that is answered after five minutes proves nothing @long', async ({ page }) => {
  const { session } = await becomeOwner(page)
  const id = createHash('sha256').update(session.split('.', 2).join('.')).digest('hex')
  await addAuthenticator(page)
  await page.goto('/owner/proof')
  let answers = 0
  await page.route('**/owner/proof', async (route) => {
    if (route.request().postData()?.includes('attestationObject')) {
      answers += 1
      const minutes = answers === 1 ? 6 : 4
      await database()
        .doc(`sessions/${id}`)
        .update({ 'challenge.at': Date.now() - minutes * 60_000 })
    }
    await route.fallback()
  })
  const add = page.getByRole('button', { name: '加入這台裝置的通行密鑰' })
  await add.click()
  await expect(page.getByText('確認未通過')).toBeVisible()
  await expect(page.getByText('尚無通行密鑰。')).toBeVisible()
  await add.click()
  await expect(page.getByText('請立即抄寫、複製或列印備援碼')).toBeVisible()
})

test('personal data leave only after a proof of the last 15 minutes @long', async ({ page }) => {
  const owner = await becomeOwner(page)
  const { docs } = await database().collection('sessions').where('uid', '==', owner.uid).get()
  expect(docs.length).toBeLessThanOrEqual(1)
  await page.goto('/owner/books')
  const month = new Date().toISOString().slice(0, 7)
  const fresh = await page.request.get(`/owner/books/money/${month}`, { maxRedirects: 0 })
  expect(fresh.status()).toBe(200)
})

test("on the owner's pages no inline script runs and no text becomes code", async ({ page }) => {
  await becomeOwner(page)
  const response = await page.goto('/owner')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'nonce-[\w+/]+={2}' 'strict-dynamic' 'sha256-[\w+/]+='/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
  const nonces = await page
    .locator('script')
    .evaluateAll(
      (scripts) =>
        scripts.filter((script) => script instanceof HTMLScriptElement && script.nonce !== '')
          .length,
    )
  expect(nonces).toBeGreaterThan(0)
  const ran = await page.evaluate(async () => {
    const attempts: Record<string, () => void> = {
      html: () =>
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran=1">'),
      url: () => {
        const script = document.createElement('script')
        script.src = 'https://evil.example/x.js'
      },
      text: () => {
        const script = document.createElement('script')
        script.textContent = 'window.ran = 1'
        document.body.append(script)
      },
    }
    const refused = Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt()
        return []
      } catch {
        return [name]
      }
    })
    return { refused, ran: Reflect.get(window, 'ran') !== undefined }
  })
  expect(ran).toEqual({ refused: ['html', 'url', 'text'], ran: false })
})
