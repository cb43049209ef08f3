import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../../e2e/support/accounts.ts'
import { expectNoViolation, PHONE } from '../../e2e/support/axe.ts'
import { addToCart } from '../../e2e/support/pages/product.ts'
import { signInPage } from '../../e2e/support/pages/sign-in-page.ts'
import {
  openMenu,
  refuseCookies,
  storeCart,
  storedLine,
} from '../../e2e/support/pages/storefront.ts'
import { expect, test } from '../../e2e/support/shop.ts'

// A wrong password is refused with 400, a picture that is gone with 404.
test.use({ expected: [/accounts:signInWithPassword|40[04]/] })

type Way = (page: Page) => Promise<void>

const DESKTOP = { width: 1440, height: 900 }

async function fillCart(page: Page): Promise<void> {
  await refuseCookies(page)
  const gone = storedLine({ id: 'gone-001', title: '從前的 T 恤', image: '/images/none.jpg' })
  await storeCart(page, JSON.stringify([storedLine({ price: 1200 }), gone]))
}

async function openCheckout(page: Page): Promise<void> {
  await refuseCookies(page)
  await giveSession(page.context(), (await newMember({ emailVerified: false })).session)
  await storeCart(page, JSON.stringify([storedLine(), storedLine({ size: 'L' })]))
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: '確認訂單並付款' })).toBeVisible()
}

/** States that a shopper meets on the way, and how to reach each in a window of any size. */
const STATES: Readonly<Record<string, Way>> = {
  'the question about cookies': async (page) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: '只接受必要項目' })).toBeVisible()
  },
  'its choices': async (page) => {
    await page.goto('/product/otr-001')
    await page.getByRole('button', { name: '管理偏好' }).click()
    await expect(page.getByRole('button', { name: '確認設定' })).toBeVisible()
  },
  'the menu, in Japanese': async (page) => {
    await refuseCookies(page)
    await page.goto('/')
    await openMenu(page)
    await page.getByRole('button', { name: '日本語' }).click()
    await expect(page.getByText('メニューの一部のみ')).toBeVisible()
  },
  'a shirt that was added, seen from its first window': async (page) => {
    await refuseCookies(page)
    await addToCart(page, { id: 'otr-001', size: 'M', units: 1 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.getByRole('link', { name: /結帳/ }).first()).toBeVisible()
  },
  'measures that are none': async (page) => {
    await refuseCookies(page)
    await page.goto('/product/otr-001')
    await page.getByRole('button', { name: '幫我選尺寸' }).click()
    await page.getByRole('button', { name: '查看建議尺寸' }).click()
    await expect(page.getByText('例如 172 與 66')).toBeVisible()
  },
  'a size to wait for': async (page) => {
    await refuseCookies(page)
    await page.goto('/product/ots-001')
    await page.getByRole('button', { name: /貨到通知我/ }).click()
    await page.getByLabel('電子信箱').fill('fang@gmial.com')
    await page.getByRole('button', { name: '到貨時寄信給我' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'a cart with another price and a shirt that is gone': async (page) => {
    await fillCart(page)
    await page.goto('/cart')
    await expect(page.getByText('價格有更新')).toBeVisible()
    await expect(page.getByText('請移除')).toBeVisible()
  },
  'a cart that was emptied': async (page) => {
    await fillCart(page)
    await page.goto('/cart')
    await page.getByRole('button', { name: '清空購物車' }).click()
    await expect(page.getByRole('button', { name: '復原' })).toBeVisible()
  },
  'the way to the checkout for a guest, refused': async (page) => {
    await refuseCookies(page)
    await page.goto('/login?redirect=/checkout')
    await page.getByLabel('電子信箱').fill('nobody@example.com')
    await page.getByLabel('密碼', { exact: true }).fill('wrong-1')
    await page.getByRole('button', { name: '登入', exact: true }).click()
    await expect(signInPage(page).problem('登入失敗')).toBeVisible()
  },
  'a checkout that lacks everything': async (page) => {
    await openCheckout(page)
    await page.getByRole('button', { name: '確認訂單並付款' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '請填寫' })).toBeVisible()
  },
  'a gift to a store, with an invoice for a company': async (page) => {
    await openCheckout(page)
    await page.getByLabel('這是禮物，直接寄給收禮人').check()
    await page.getByText('超商取貨').click()
    await page.getByLabel('發票開立方式').selectOption({ index: 2 })
    await page.getByRole('button', { name: '確認訂單並付款' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '請填寫' })).toBeVisible()
  },
  'a link of a mail that is over': async (page) => {
    await refuseCookies(page)
    await page.goto('/order#nothing')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
}

for (const [name, reach] of Object.entries(STATES)) {
  for (const viewport of [PHONE, DESKTOP]) {
    test.describe(`in a window of ${viewport.width}`, () => {
      test.use({ viewport, isMobile: viewport === PHONE, hasTouch: viewport === PHONE })

      test(`axe finds nothing in ${name}`, async ({ page }) => {
        await reach(page)
        await expectNoViolation(page)
      })
    })
  }
}
