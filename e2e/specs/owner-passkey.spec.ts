import { createHash } from 'node:crypto'

import { giveSession, sessionCookie } from '../support/accounts.ts'
import { callAction } from '../support/actions.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { becomeOwner, becomeStaff, sheetPage } from '../support/pages/owner.ts'
import { addAuthenticator, confirmByPasskey } from '../support/pages/passkeys.ts'
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
  await expect(page.getByText('還沒有通行密鑰。')).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('button', { name: '加入這台裝置的通行密鑰' }).click()
  await expect(page.getByText('請現在抄下或列印備援碼')).toBeVisible()
  const codes = await page.locator('li.figures').allTextContents()
  expect(codes).toHaveLength(10)
  await expectNoViolation(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(1)
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0)
  const stored = (await database().doc(`recovery_codes/${owner.uid}`).get()).data()
  for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)

  await giveSession(page.context(), await sessionCookie(owner))
  await page.goto('/owner/orders')
  await expect(page).toHaveURL(/\/owner\/proof$/)
  await expect(page.getByRole('heading', { name: '通行密鑰', exact: true })).toHaveCount(0)
  await confirmByPasskey(page).click()
  await expect(page.getByText('15 分鐘內已確認過身分。')).toBeVisible()
  await page.goto('/owner/orders')
  await expect(page).toHaveURL(/\/owner\/orders$/)

  const byCode = async (code: string) => {
    await giveSession(page.context(), await sessionCookie(owner))
    await page.goto('/owner/proof')
    await page.getByText('沒有帶著通行密鑰的裝置').click()
    await page.getByLabel('備援碼').fill(code)
    await page.getByRole('button', { name: '用備援碼確認' }).click()
  }
  await byCode(codes[3] ?? '')
  await expect(page.getByText('15 分鐘內已確認過身分。')).toBeVisible()
  await byCode(codes[3] ?? '')
  await expect(page.getByText('確認沒有通過')).toBeVisible()
})

test('staff add a passkey, ship only with it in a new session, and use a recovery code in its place @long', async ({
  page,
}) => {
  const staff = await becomeStaff(page)
  const { id } = await sell()
  await addAuthenticator(page)
  await page.goto('/owner/proof')
  await page.getByRole('button', { name: '加入這台裝置的通行密鑰' }).click()
  await expect(page.getByText('請現在抄下或列印備援碼')).toBeVisible()
  const [code = ''] = await page.locator('li.figures').allTextContents()

  const session = await sessionCookie(staff)
  await giveSession(page.context(), session)
  const before = await storedDocument(`orders/${id}`)
  const parcel = { orderId: id, carrier: '黑貓', trackingNumber: '9070', correction: 'no' }
  const call = { page: `/owner/order/${id}`, session, args: [parcel] }
  expect((await callAction('shipAction', call)).result).toBeUndefined()
  expect(await storedDocument(`orders/${id}`)).toEqual(before)
  await sheetPage(page).open(id)
  await expect(page).toHaveURL(/\/owner\/proof$/)
  await confirmByPasskey(page).click()
  await expect(page.getByText('15 分鐘內已確認過身分。')).toBeVisible()
  await expectNoViolation(page)
  await sheetPage(page).open(id)
  await page.getByLabel('追蹤編號').fill('9070')
  await sheetPage(page).press('標記為已出貨')
  await expect(page.getByText('已登記，會員看得到追蹤編號。')).toBeVisible()
  expect((await page.request.get('/owner/audit')).status()).toBe(404)

  await giveSession(page.context(), await sessionCookie(staff))
  await page.goto('/owner/orders')
  await page.getByText('沒有帶著通行密鑰的裝置').click()
  await page.getByLabel('備援碼').fill(code)
  await page.getByRole('button', { name: '用備援碼確認' }).click()
  await page.getByRole('button', { name: /^移除/ }).click()
  await expect(page.getByText('還沒有通行密鑰。')).toBeVisible()
  await giveSession(page.context(), await sessionCookie(staff))
  await page.goto('/owner/orders')
  await expect(page).toHaveURL(/\/owner\/orders$/)
})

test('a finger that is not the right one opens nothing @long', async ({ page }) => {
  const owner = await becomeOwner(page)
  const { setPresent } = await addAuthenticator(page)
  await page.goto('/owner/proof')
  await page.getByRole('button', { name: '加入這台裝置的通行密鑰' }).click()
  await expect(page.getByText('請現在抄下或列印備援碼')).toBeVisible()
  await giveSession(page.context(), await sessionCookie(owner))
  await page.goto('/owner')
  await setPresent(false)
  await confirmByPasskey(page).click()
  await expect(page.getByText('確認沒有通過')).toBeVisible()
  await page.goto('/owner')
  await expect(page).toHaveURL(/\/owner\/proof$/)
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
  await expect(page.getByText('確認沒有通過')).toBeVisible()
  await expect(page.getByText('還沒有通行密鑰。')).toBeVisible()
  await add.click()
  await expect(page.getByText('請現在抄下或列印備援碼')).toBeVisible()
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
