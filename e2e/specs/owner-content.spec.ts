import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'

import { expectNoViolation } from '../support/axe.ts'
import { databaseAt } from '../support/database.ts'
import { type OwnShop, startOwnShop } from '../support/own-shop.ts'
import { press, type } from '../support/pages/keys.ts'
import { documentedTaps, ownerHand } from '../support/pages/owner-hand.ts'
import { becomeOwner, sheetPage } from '../support/pages/owner.ts'
import { expect, test } from '../support/shop.ts'

const CONTENT = 'e2e/fixtures/content'
const SHIRT = `${CONTENT}/products/otd-001.md`

let folder: string
let own: OwnShop

const git = (...words: readonly string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x', ...words], {
    encoding: 'utf8',
  })
const readSaved = (path: string) => readFileSync(join(folder, path), 'utf8')

const PAPER = [250, 248, 244]

const transparentPicture = () =>
  sharp({
    create: { width: 1600, height: 2000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()

/** Runs in the page: the colour of an image's first pixel. */
async function cornerColor(image: Element): Promise<readonly number[]> {
  if (!(image instanceof HTMLImageElement)) return []
  await image.decode()
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context?.drawImage(image, 0, 0)
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
}

// They share one shop and one folder.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-'))
  for (const path of [CONTENT, 'public/images']) {
    cpSync(path, join(folder, path), { recursive: true })
  }
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  own = await startOwnShop(4620, {}, { CONTENT_WORKING_FOLDER: folder })
})
test.afterAll(async () => {
  await own.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a price is changed in a form, checked in Chinese before, saved as a commit and taken back, by keyboard @long', async ({
  page,
}) => {
  const owner = await becomeOwner(page)
  const before = readSaved(SHIRT)
  await page.goto(`${own.at.shop}/owner/content`)
  await expectNoViolation(page)
  const opened = page.waitForResponse(/\/owner\/content\/file/)
  await press(page, page.getByRole('link', { name: 'otd-001' }))
  const policy = (await opened).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
  await type(page, '價格（元）', '很貴')
  const save = page.getByRole('button', { name: '儲存', exact: true })
  await press(page, save)
  const { refusal } = sheetPage(page)
  await expect(refusal('商品 otd-001 的「價格（元）」必須是整數')).toBeFocused()
  await press(page, page.getByRole('link', { name: '價格（元）：必須是整數' }))
  await expect(page.getByLabel('價格（元）', { exact: true })).toBeFocused()
  expect(readSaved(SHIRT)).toBe(before)
  const price = page.getByLabel('價格（元）', { exact: true })
  await expect(price).toHaveAccessibleDescription(/必須是整數/)
  await type(page, '價格（元）', '5900')
  await press(page, save)
  await expect(refusal('有金額與原本相差很多')).toBeFocused()
  await expect(price).toHaveAccessibleDescription(/590 改成 5,?900，對嗎？/)
  expect(readSaved(SHIRT)).toBe(before)
  await type(page, '價格（元）', '1,290')
  await press(page, page.getByRole('button', { name: '檢查並預覽' }))
  await expect(page.getByText('沒有錯誤。內文會是這樣：')).toBeVisible()
  await expect(page.locator('.prose p').first()).toBeVisible()
  await expectNoViolation(page)
  expect(readSaved(SHIRT)).toBe(before)
  await press(page, save)
  await expect(page.getByRole('status').filter({ hasText: '已儲存' })).toBeFocused()
  expect(readSaved(SHIRT)).toBe(before.replace(/^price: .*/m, 'price: 1290'))
  expect(git('log', '-1', '--format=%an %s')).toBe(`${owner.email} 修改 products/otd-001.md\n`)

  const waiting = page.getByRole('heading', { name: '尚未上線的內容' })
  await page.goto(`${own.at.shop}/owner`)
  await expect(waiting).toBeVisible()
  await expectNoViolation(page)
  await page.goto(`${own.at.shop}/owner/content`)
  await press(page, page.getByRole('button', { name: '復原：修改 products/otd-001.md' }))
  await expect(page.getByRole('status').filter({ hasText: '已復原' })).toBeFocused()
  expect(readSaved(SHIRT)).toBe(before)
  await page.goto(`${own.at.shop}/owner`)
  await expect(page.getByRole('heading', { name: '系統狀態' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('prices and sales are changed where all are listed, as one commit, in as many taps as the handbook says @both @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const hand = ownerHand(page)
  const before = readSaved(SHIRT)
  const of = (label: string) =>
    page
      .getByRole('group', { name: /日常 T 恤|otd-001/ })
      .getByLabel(label, { exact: true })
      .first()
  await page.goto(`${own.at.shop}/owner`)
  await hand.follow(/^內容$/)
  await expectNoViolation(page)
  await hand.type(of('價格'), '1,290')
  const saves = page.getByRole('button', { name: /^復原：/ })
  const listed = await saves.count()
  await hand.press('儲存價格')
  // The list of the last saves has it without a reload.
  await expect(saves).toHaveCount(listed + 1)
  await hand.finish('改價格', '已儲存，主機部署後上線')
  expect(readSaved(SHIRT)).toBe(before.replace(/^price: .*/m, 'price: 1290'))
  await page.goto(`${own.at.shop}/owner`)
  await hand.follow(/^內容$/)
  await hand.type(of('優惠價'), '990')
  await hand.type(of('結束日'), '2099-12-24')
  await hand.press('儲存價格')
  await hand.finish('訂優惠價', '已儲存，主機部署後上線')
  expect(readSaved(SHIRT)).toMatch(/^sale_price: 990$/m)
  const documented = documentedTaps()
  for (const [deed, taps] of Object.entries(hand.counted)) expect(documented[deed]).toBe(taps)

  const refusal = sheetPage(page).refusal
  const save = page.getByRole('button', { name: '儲存價格' })
  await of('價格').fill('12')
  await save.click()
  await expect(refusal('有金額與原本相差很多')).toContainText('1290 改成 12，對嗎？')
  await expect(of('價格')).toHaveValue('12')
  await of('價格').fill('很貴')
  await save.click()
  await expect(refusal('「價格（元）」必須是整數')).toBeFocused()
  await expect(of('價格')).toHaveValue('很貴')
  await expectNoViolation(page)
  git('checkout', '--quiet', 'HEAD~2', '--', SHIRT)
  git('commit', '--quiet', '-m', 'as before')
  expect(readSaved(SHIRT)).toBe(before)
})

test('what another owner saved meanwhile stands beside what is typed, and both are kept @both @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const before = readSaved(SHIRT)
  await page.goto(`${own.at.shop}/owner/content/file?file=products/otd-001.md`)
  const save = page.getByRole('button', { name: '儲存', exact: true })
  await page.getByLabel('標題', { exact: true }).fill('每天的 T 恤')
  await page.getByLabel('副標題', { exact: true }).fill('白的那一件')
  const theirs = before
    .replace(/^title: .*/m, 'title: 平常的 T 恤')
    .replace(/^material: .*/m, 'material: 棉')
  writeFileSync(join(folder, SHIRT), theirs)
  git('commit', '--quiet', '-a', '-m', 'another owner')
  await save.click()
  const panel = page.getByRole('status').filter({ hasText: '其他人先儲存了這個檔案' })
  await expect(panel).toBeVisible()
  await expect(panel.getByRole('heading')).toHaveText(['標題'])
  await expect(panel).toContainText('平常的 T 恤')
  await expect(panel).toContainText('每天的 T 恤')
  await expectNoViolation(page)
  expect(readSaved(SHIRT)).toBe(theirs)
  await panel.getByRole('button', { name: '合併' }).click()
  await expect(page.getByLabel('副標題', { exact: true })).toHaveValue('白的那一件')
  await expect(page.getByLabel('材質', { exact: true })).toHaveValue('棉')
  await save.click()
  await expect(page.getByRole('status').filter({ hasText: '已儲存' })).toBeVisible()
  const saved = readSaved(SHIRT)
  for (const line of [/^title: 每天的 T 恤$/m, /^subtitle: 白的那一件$/m, /^material: 棉$/m])
    expect(saved).toMatch(line)
  git('checkout', '--quiet', 'HEAD~2', '--', SHIRT)
  git('commit', '--quiet', '-m', 'as before')
})

test.describe('a new product', () => {
  // Its picture is not deployed yet.
  test.use({ expected: [/404/] })

  test('with one photograph is made from lists; all that is missing is said at once @both @long', async ({
    page,
  }, { project }) => {
    await becomeOwner(page)
    const name = `otn-${project.name.replaceAll(/[^a-z]/g, '')}`
    await page.goto(`${own.at.shop}/owner/content/file?kind=products&name=${name}`)
    const save = page.getByRole('button', { name: '儲存', exact: true })
    await save.click()
    const summary = sheetPage(page).refusal('尚無法儲存')
    await expect(summary).toBeFocused()
    for (const field of ['標題', '價格（元）', '主圖', '分類', '創作者', '材質']) {
      await expect(summary.getByRole('link', { name: `請填${field}`, exact: true })).toBeVisible()
    }
    await expect(summary.getByRole('link', { name: /標籤|其他圖片/ })).toHaveCount(0)
    await expectNoViolation(page)

    await page.getByLabel('上架日或發布日').fill('2026-12-01')
    await page.getByLabel('標題', { exact: true }).fill('晴天 T 恤')
    await page.getByLabel('副標題').fill('白色短袖')
    await page.locator('#field-preorder').selectOption('no')
    await page.getByLabel('價格（元）', { exact: true }).fill('590')
    await page.getByLabel('幣別').selectOption('TWD')
    await page.getByRole('button', { name: '加一項顏色' }).click()
    await page.locator('#field-colors-0-name').fill('海藍')
    await page.getByLabel('挑選色碼').fill('#1f4e79')
    await expect(page.getByLabel('色碼', { exact: true })).toHaveValue('#1F4E79')
    await page
      .getByRole('group', { name: '尺寸', exact: true })
      .getByLabel('M', { exact: true })
      .check()
    await page.locator('#field-shared_size_chart').selectOption('yes')
    await page.locator('#field-stock').fill('3')
    await page
      .locator('#field-image-src-file')
      .setInputFiles('public/images/products/otr-001-front.jpg')
    await expect(page.getByText('照片已上傳')).toBeVisible()
    await page.locator('#field-image-alt').fill('一件藍色的 T 恤')
    await page.getByLabel('分類').selectOption('OURTEE 基本款')
    await page.getByLabel('創作者').selectOption('studio')
    await page.getByRole('button', { name: '加一項標籤' }).click()
    await expect(page.locator('#field-tags-0-list option[value="有機棉"]')).toHaveCount(1)
    await page.locator('#field-tags-0').fill('有機棉')
    await page.getByLabel('材質').fill('100% 有機棉')
    await page.locator('#field-facts_left_out').selectOption('yes')
    await page.getByRole('button', { name: '加一項洗滌方式' }).click()
    await page.locator('#field-care-0').fill('不烘乾')
    await expectNoViolation(page)
    await save.click()
    await expect(page.getByRole('status').filter({ hasText: '已儲存' })).toBeFocused()
    const saved = readSaved(`${CONTENT}/products/${name}.md`)
    expect(saved).toMatch(/^gallery: \[\]$/m)
    expect(saved).not.toContain('renderings')
    git('revert', '--no-edit', 'HEAD')
  })
})

test('an offer is made in a form in Chinese; one that meets another is refused by name @long', async ({
  page,
}) => {
  await becomeOwner(page)
  await page.goto(`${own.at.shop}/owner/content`)
  await expect(page.getByRole('link', { name: '日常三件組' })).toBeVisible()
  await page.getByText('新增優惠').click()
  await page.getByLabel('檔名（例如 two-shirts）').fill('two-shirts')
  await page
    .locator('form', { has: page.getByLabel('檔名（例如 two-shirts）') })
    .getByRole('button', { name: '開始' })
    .click()
  await page.getByLabel('標題').fill('兩件一起')
  await page.getByLabel('優惠的方式').selectOption('幾件一組的價格')
  await page.getByLabel(/^多少/).fill('１,000')
  await page.getByLabel(/^幾件/).fill('2')
  await expectNoViolation(page)
  const save = page.getByRole('button', { name: '儲存', exact: true })
  await save.click()
  await expect(
    sheetPage(page).refusal('和「日常三件組」（three-everyday）的日子重疊，都有「日常 T 恤」'),
  ).toBeFocused()
  await page.getByRole('button', { name: '加一項只限這些商品' }).click()
  await page.getByLabel('只限這些商品 1').fill('otr-001')
  await save.click()
  await expect(page.getByRole('status').filter({ hasText: '已儲存' })).toBeFocused()
  expect(readSaved(`${CONTENT}/offers/two-shirts.md`)).toContain(
    'title: 兩件一起\ngives: bundle\namount: 1000\nunits: 2\n',
  )
})

test('a save over what somebody else saved meanwhile is refused @long', async ({ page }) => {
  await becomeOwner(page)
  await page.goto(`${own.at.shop}/owner/content/file?file=mails/paid.md`)
  git('commit', '--quiet', '--allow-empty', '-m', 'nothing')
  const subject = page.getByLabel('主旨')
  await subject.fill('收到您的付款了')
  const path = join(folder, CONTENT, 'mails/paid.md')
  execFileSync('node', [
    '-e',
    `require('fs').appendFileSync(${JSON.stringify(path)}, '別人加的\\n')`,
  ])
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  const panel = page.getByRole('status').filter({ hasText: '其他人先儲存了這個檔案' })
  await expect(panel).toBeFocused()
  await expect(subject).toHaveValue('收到您的付款了')
  // A second press must not overwrite anything either.
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect(panel).toBeFocused()
  expect(readSaved(`${CONTENT}/mails/paid.md`)).toContain('別人加的')
})

test('a refused name of a photograph is in the trail as a hash alone @long', async ({ page }) => {
  const owner = await becomeOwner(page)
  await page.goto(`${own.at.shop}/owner/content`)
  const answer = await page.evaluate(async () => {
    const name = encodeURIComponent('products/王小明')
    const response = await fetch(`/api/owner-picture?name=${name}`, { method: 'POST', body: 'x' })
    return response.text()
  })
  expect(answer.trim()).toBe('{"ok":false,"code":"picture-name"}')
  const readTrail = async () => {
    const trail = databaseAt(own.at.firestore).collection('audit')
    const { docs } = await trail.where('who', '==', owner.uid).get()
    return docs.map((entry) => entry.data())
  }
  await expect.poll(readTrail).toEqual([
    expect.objectContaining({
      action: 'savePicture',
      outcome: 'picture-name',
      object: expect.stringMatching(/^typed-[\da-f]{16}$/),
    }),
  ])
})

test.describe('a photograph that is not deployed yet', () => {
  test.use({ expected: [/404/] })

  test('a photograph is chosen where it is used, and saved with its file as one commit @long', async ({
    page,
  }) => {
    await becomeOwner(page)
    await page.goto(`${own.at.shop}/owner/content/file?file=products/otd-001.md`)
    const image = page.getByRole('group', { name: '主圖' })
    const choice = image.getByLabel('上傳照片')
    const head = git('rev-parse', 'HEAD')
    await choice.setInputFiles({
      name: 'cut-out.png',
      mimeType: 'image/png',
      buffer: await transparentPicture(),
    })
    await expect(image.getByRole('progressbar', { name: '上傳進度' })).toBeVisible()
    await expect(image.getByText('照片已上傳')).toBeVisible({ timeout: 90_000 })
    const path = image.getByLabel('圖片路徑')
    await expect(path).toHaveValue(/^\/images\/products\/otd-001-[0-9a-f]{8}\.jpg$/)
    const thumbnail = image.locator('img')
    await expect(thumbnail).toHaveAttribute('src', /^blob:/)
    // What is stored is shown: the ground of the page in the place of what was transparent.
    const color = await thumbnail.evaluate(cornerColor)
    const distances = PAPER.map((value, at) => Math.abs(value - (color[at] ?? 0)))
    expect(Math.max(...distances)).toBeLessThan(4)
    await choice.setInputFiles({
      name: 'IMG_1.HEIC',
      mimeType: 'image/heic',
      buffer: Buffer.from('not for this browser'),
    })
    await expect(choice).toHaveAccessibleDescription(/這個瀏覽器無法讀取 HEIC/)
    await expect(image.getByText('照片已上傳')).toHaveCount(0)
    await expectNoViolation(page)
    expect(git('rev-parse', 'HEAD')).toBe(head)
    const src = await path.inputValue()
    await page.getByRole('button', { name: '儲存', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '已儲存' })).toBeFocused()
    const names = git('show', '--format=', '--name-only', 'HEAD').trim().split('\n')
    // The photograph with its eight sizes and the picture for sharing.
    expect(names).toHaveLength(11)
    expect(names).toEqual(expect.arrayContaining([SHIRT, `public${src}`]))
    expect(names.filter((name) => name.endsWith('.avif'))).toHaveLength(6)
    expect(names.at(-1)).toMatch(/^public\/images\/share\//)
    await page.goto(`${own.at.shop}/owner/content/file?file=mails/paid.md`)
    await expect(page.getByLabel('主旨')).toBeVisible()
    await expect(page.getByLabel(/上傳照片/)).toHaveCount(0)
  })

  test('a photograph in use is not taken back: the refusal names the product and its field @long', async ({
    page,
  }) => {
    await becomeOwner(page)
    const src = /src: (\S+)/.exec(readSaved(SHIRT))?.[1] ?? ''
    await page.goto(`${own.at.shop}/owner/content/file?file=products/otd-002.md`)
    await page.getByRole('group', { name: '主圖' }).getByLabel('圖片路徑').fill(src)
    await page.getByRole('button', { name: '儲存', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '已儲存' })).toBeFocused()
    await page.goto(`${own.at.shop}/owner/content`)
    await page.getByRole('button', { name: '復原：修改 products/otd-001.md' }).first().click()
    await expect(sheetPage(page).refusal('商品 otd-002 的「主圖」找不到圖片')).toBeFocused()
    expect(git('ls-files', `public${src}`)).not.toBe('')
  })
})

test('files wait in the browser and are saved together, by keyboard; a page of their own is deleted @long', async ({
  page,
}) => {
  await becomeOwner(page)
  const head = git('rev-parse', 'HEAD')
  const hold = async (query: string, label: string, value: string) => {
    await page.goto(`${own.at.shop}/owner/content/file?${query}`)
    await type(page, label, value)
    await press(page, page.getByRole('button', { name: '先暫存，稍後一起儲存' }))
    await expect(page.getByRole('status').filter({ hasText: '已暫存，尚未儲存' })).toBeFocused()
  }
  await hold('file=mails/paid.md', '主旨', '收到您的付款')
  await hold('kind=info&name=gift&like=info/about.md', '標題', '包裝')
  expect(git('rev-parse', 'HEAD')).toBe(head)
  await page.goto(`${own.at.shop}/owner/content`)
  await expect(page.getByRole('link', { name: '信件：付款完成' })).toBeVisible()
  await expectNoViolation(page)
  await press(page, page.getByRole('button', { name: '一起儲存 2 個檔案' }))
  await expect(page.getByRole('status').filter({ hasText: '已一起儲存' })).toBeFocused()
  await expect(page.getByText('已暫存、尚未儲存的檔案')).toHaveCount(0)
  expect(git('rev-list', '--count', `${head.trim()}..HEAD`).trim()).toBe('1')
  expect(readSaved(`${CONTENT}/mails/paid.md`)).toContain('subject: 收到您的付款')
  expect(readSaved(`${CONTENT}/info/gift.md`)).toContain('title: 包裝')
  await page.goto(`${own.at.shop}/owner/content/file?file=info/gift.md`)
  await page.getByText('刪除這個檔案').click()
  await page.getByRole('button', { name: '刪除資訊頁：包裝' }).click()
  await expect(page).toHaveURL(/\/owner\/content$/)
  expect(git('ls-files', `${CONTENT}/info/gift.md`)).toBe('')
})
