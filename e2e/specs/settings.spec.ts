import {
  changeMember,
  giveSession,
  isRegistered,
  register,
  sessionCookie,
} from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database, storedDocument } from '../support/database.ts'
import { settings } from '../support/pages/settings.ts'
import { signInPage } from '../support/pages/sign-in-page.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { expect, test } from '../support/shop.ts'

// The sign-in service refuses with status 400; one test cuts the network.
test.use({ expected: [/accounts:signInWithPassword|ERR_FAILED|status of 500|answered 500/] })

test('a member reads all that is kept about them, prints it, and saves it as a page and as data @phone-long @long', async ({
  page,
  context,
}) => {
  const member = await register({ emailVerified: true, displayName: '小島' })
  await giveSession(context, await sessionCookie(member))
  const [, id = ''] = await seedOrders(member, 2)
  const { orderId } = Object(await storedDocument(`orders/${id}`))
  await page.goto('/account/settings')
  await page.getByRole('link', { name: '看我們保存的資料' }).click()
  await expect(page.getByRole('heading', { name: '我們保存的您的資料' })).toBeVisible()
  await expect(page.getByRole('heading', { name: String(orderId) })).toBeVisible()
  await expect(page.getByText(`${member.email}（已驗證）`)).toBeVisible()
  await expect(page.getByRole('button', { name: '列印' })).toBeVisible()
  await expectNoViolation(page)
  for (const [button, name] of [
    ['下載這一頁', 'my-data.html'],
    ['下載 JSON', 'my-data.json'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(name)
    const text = (await (await file.createReadStream()).toArray()).map(String).join('')
    expect(text).toContain(String(orderId))
  }
})

test('what is kept about a member is shown only to who has proven the e-mail @long', async ({
  page,
  context,
}) => {
  const member = await register()
  await giveSession(context, await sessionCookie(member))
  await page.goto('/account/settings/data')
  await expect(page.getByText('要先驗證電子信箱才看得到')).toBeVisible()
  await expect(page.getByRole('link', { name: '前往驗證電子信箱' })).toBeVisible()
  await expect(page.getByText('會員編號')).toHaveCount(0)
  await expectNoViolation(page)
})

const profileOf = async (uid: string) => (await database().doc(`users/${uid}`).get()).data()

test('settings are saved, greet at once, and come back @long', async ({ page, context }) => {
  const member = await register()
  await giveSession(context, await sessionCookie(member))
  await page.goto('/account/settings')
  await expectNoViolation(page)
  const { field, save } = settings(page)
  await field('顯示名稱').fill('小島')
  await field('聯絡電話').fill('02 2345 6789')
  await field('姓氏').fill('王')
  await field('名字').fill('芳')
  await field('手機').fill('0912345678')
  await field('縣市').selectOption('臺北市')
  await field('鄉鎮市區').selectOption('大安區')
  await expect(field('郵遞區號')).toHaveValue('106')
  await field('郵遞區號').fill('106001')
  await field('地址').fill('和平東路一段 1 號')
  await save()
  await expect(page.getByText('資料已更新。')).toBeVisible()
  await signInPage(page).expectGreeting('小島')
  // Wherever the window was left, a field may be half under the header.
  await page.evaluate('scrollTo(0, 0)')
  await expectNoViolation(page)
  expect(await profileOf(member.uid)).toEqual({
    name: '小島',
    phone: '02 2345 6789',
    profile: {
      lastName: '王',
      firstName: '芳',
      phone: '0912345678',
      email: member.email,
      zipcode: '106001',
      city: '臺北市',
      area: '大安區',
      address: '和平東路一段 1 號',
      store: '',
    },
  })
  await page.reload()
  await expect(field('顯示名稱')).toHaveValue('小島')
  await expect(field('鄉鎮市區')).toHaveValue('大安區')
  await expect(field('郵遞區號')).toHaveValue('106001')
})

test(
  'another city empties district and postal code',
  { tag: '@long' },
  async ({ page, context }) => {
    await giveSession(context, await sessionCookie(await register()))
    await page.goto('/account/settings')
    const { field } = settings(page)
    await field('縣市').selectOption('臺北市')
    await field('鄉鎮市區').selectOption('大安區')
    await field('縣市').selectOption('澎湖縣')
    await expect(field('鄉鎮市區')).toHaveValue('')
    await expect(field('郵遞區號')).toHaveValue('')
    await field('鄉鎮市區').selectOption('馬公市')
    await expect(field('郵遞區號')).toHaveValue('880')
  },
)

test('a session that ended meanwhile loses nothing that was typed @long', async ({
  page,
  context,
}) => {
  const member = await register()
  await giveSession(context, await sessionCookie(member))
  await page.goto('/account/settings')
  const { field, save } = settings(page)
  await field('姓氏').fill('王')
  await field('顯示名稱').fill('小島')
  await changeMember(member.uid, { disableUser: true })
  await save()
  await expect(signInPage(page).problem('更新失敗。請稍後再試。')).toContainText('登入已失效')
  await expect(field('姓氏')).toHaveValue('王')
  await expect(field('顯示名稱')).toHaveValue('小島')
  await changeMember(member.uid, { disableUser: false })
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: '在新分頁重新登入' }).click()
  const tab = await opening
  await expect(tab).toHaveURL(/\/account\/settings$/)
  await save()
  await expect(page.getByText('資料已更新。')).toBeVisible()
  expect(await profileOf(member.uid)).toMatchObject({ name: '小島', profile: { lastName: '王' } })
})

test(
  'a broken network loses nothing that was typed',
  { tag: '@long' },
  async ({ page, context }) => {
    await giveSession(context, await sessionCookie(await register()))
    await page.goto('/account/settings')
    const { field, save } = settings(page)
    await field('姓氏').fill('王')
    await page.route('**/account/settings', (route) => route.abort())
    await save()
    await expect(signInPage(page).problem('更新失敗。請稍後再試。')).toContainText('網路連線中斷')
    await expect(field('姓氏')).toHaveValue('王')
    await page.unroute('**/account/settings')
    // A server that fails is not the network.
    await page.route('**/account/settings', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: 'Internal Server Error' }),
    )
    await save()
    const problem = signInPage(page).problem('更新失敗。請稍後再試。')
    await expect(problem).toContainText('服務目前沒有回應，您填寫的內容還在，請稍後再試。')
    await expect(problem).not.toContainText('網路')
    await page.unroute('**/account/settings')
    await save()
    await expect(page.getByText('資料已更新。')).toBeVisible()
  },
)

test('a new password signs out everywhere else and stays signed in here @long', async ({
  page,
  context,
  browser,
}) => {
  const member = await register()
  await giveSession(context, await sessionCookie(member))
  const elsewhere = await browser.newContext()
  await giveSession(elsewhere, await sessionCookie(member))
  await page.goto('/account/settings')
  await page.getByRole('button', { name: '更新密碼' }).click()
  await expect(settings(page).dialog).toHaveCount(0)
  await settings(page).changePassword('wrong-1', 'secret-2')
  await expect(signInPage(page).problem('密碼更新失敗。')).toContainText('目前的密碼不正確。')
  await expectNoViolation(page)
  // The service counts in whole seconds: a change within the second of the sign-in would not end it.
  await page.waitForFunction((from) => Date.now() - from > 1100, Date.now())
  await settings(page).confirm(member.password, '確認更新')
  await expect(page.getByText('密碼已更新。')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '變更密碼' })).toBeVisible()
  const tab = await elsewhere.newPage()
  await tab.goto('/account/settings')
  await expect(tab.getByText('您的登入已失效')).toBeVisible()
  await expect(tab).toHaveURL(/\/login\?redirect=%2Faccount%2Fsettings$/)
  await expect.poll(async () => (await elsewhere.cookies()).length).toBe(0)
  await elsewhere.close()
})

test('an account is deleted with its document, after the password @long', async ({
  page,
  context,
}) => {
  const member = await register()
  await giveSession(context, await sessionCookie(member))
  await database().doc(`users/${member.uid}`).set({ uid: member.uid, email: member.email })
  await database().doc(`order_limits/${member.uid}`).set({ recent: [] })
  const [order = ''] = await seedOrders(member, 1)
  await page.goto('/account/settings')
  await page.getByRole('button', { name: '刪除帳號' }).click()
  const { dialog, confirm } = settings(page)
  await expect(dialog).toContainText('確定要刪除帳號嗎？此動作無法復原。')
  await expectNoViolation(page)
  await confirm('', '確定刪除')
  await expect(dialog).toContainText('密碼為必填')
  await confirm('wrong-1', '確定刪除')
  await expect(dialog).toContainText('帳號刪除失敗，請稍後再試。')
  expect(await isRegistered(member.email)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: '刪除帳號' }).click()
  await confirm(member.password, '確定刪除')
  await expect(page.getByText('帳號已刪除。')).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(await isRegistered(member.email)).toBe(false)
  expect(await profileOf(member.uid)).toBeUndefined()
  expect((await database().doc(`order_limits/${member.uid}`).get()).exists).toBe(false)
  expect(await storedDocument(`orders/${order}`)).toMatchObject({ uid: member.uid })
  await page.goto('/account')
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccount$/)
})
