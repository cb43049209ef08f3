import type { Page } from 'playwright/test'

import { giveSession, newMember } from '../support/accounts.ts'
import { expectNoViolation } from '../support/axe.ts'
import { database } from '../support/database.ts'
import { CAMERA_PATH, cameraPage, twoColorPhoto } from '../support/pages/camera.ts'
import { addToCart } from '../support/pages/product.ts'
import { expectPage, refuseCookies } from '../support/pages/storefront.ts'
import { seedOrders } from '../support/seeded-orders.ts'
import { setShopTime } from '../support/shop-clock.ts'
import { expect, test } from '../support/shop.ts'

test.use({ expected: [/404|500|Minified React error|Server Components render/] })

test.beforeEach(({ page }) => refuseCookies(page))

// Stops the timer that leaves after three seconds, however long axe takes.
const STAY = `{
  const wait = window.setTimeout
  window.setTimeout = (work, delay, ...more) => (delay === 3000 ? 0 : wait(work, delay, ...more))
}`

type Leave = () => Promise<void>

/** States of the shop and how to reach them; some return a cleanup. */
const STATES: Readonly<Record<string, (page: Page) => Promise<Leave | undefined | void>>> = {
  'a search of the journal without a hit': async (page) => {
    await page.goto('/blog')
    await page.getByRole('searchbox').fill('不存在的字')
    await expect(page.getByText('找不到符合條件的文章')).toBeVisible()
  },
  'a picture opened large': async (page) => {
    await page.goto('/product/otr-001')
    await page
      .getByRole('button', { name: /^放大：/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: '放大的商品圖片' })).toBeVisible()
  },
  'the size finder with its advice': async (page) => {
    await page.goto('/product/otr-001')
    await page.getByRole('button', { name: '幫我選尺寸' }).click()
    await page.getByLabel('身高（公分）').fill('172')
    await page.getByLabel('體重（公斤）').fill('66')
    await page.getByRole('button', { name: '查看建議尺寸' }).click()
    await expect(page.getByText('M 和 L 都合適')).toBeVisible()
  },
  'a shirt just put into the cart': async (page) => {
    await addToCart(page, { id: 'otr-001', size: 'L', units: 2 })
  },
  'the camera with a photo, a sticker and the list of filters': async (page) => {
    await page.goto(CAMERA_PATH)
    const camera = cameraPage(page)
    await camera.choose(await twoColorPhoto({ width: 600, height: 750 }))
    await camera.press('貼圖')
    await camera.press('太陽')
    await camera.press('濾鏡')
    await expect(camera.button('暮色')).toBeVisible()
  },
  'an unknown shirt': async (page) => {
    await page.addInitScript(STAY)
    await page.goto('/product/unknown')
    await expectPage(page, '找不到商品或商品已下架')
  },
  'an unknown article': async (page) => {
    await page.addInitScript(STAY)
    await page.goto('/blog/unknown')
    await expectPage(page, '文章不存在')
  },
  'an unknown page': async (page) => {
    await page.goto('/unknown')
    await expectPage(page, '找不到這個頁面')
  },
  'a page that broke': async (page) => {
    const member = await newMember()
    await giveSession(page.context(), member.session)
    const [id] = await seedOrders(member, 1, () => ({ items: 'broken' }))
    await page.goto(`/account/order/${id}`)
    await expectPage(page, '這一頁暫時打不開')
    await expect(page.getByRole('button', { name: '再試一次' })).toBeVisible()
    await expect(page.getByRole('link', { name: '回到首頁' })).toBeVisible()
  },
  'a payment page whose order cannot be read': async (page) => {
    const member = await newMember()
    await giveSession(page.context(), member.session)
    const [id] = await seedOrders(member, 1, () => ({ items: 'broken' }))
    await page.goto(`/checkout/paypal/${id}`)
    await expectPage(page, '無法載入訂單資料，請稍後再試')
    await expect(page.getByRole('button', { name: '再試一次' })).toBeVisible()
    // The owner's commands of other tests would go on naming it.
    return async () => {
      await database().doc(`orders/${id}`).delete()
    }
  },
  'a shirt whose pre-order is over': async (page) => {
    await page.clock.setFixedTime(new Date('2099-03-02T12:00:00+08:00'))
    await setShopTime(page, new Date('2099-03-02T12:00:00+08:00'))
    await page.goto('/product/otr-001')
    await expect(page.getByRole('button', { name: '加入購物車' }).first()).toBeVisible()
    await expect(page.getByText('預購中')).toBeHidden()
  },
}

// A few states share a browser that has the scripts already, as a visitor's has.
const TOGETHER = 4
const names = Object.keys(STATES)

for (let first = 0; first < names.length; first += TOGETHER) {
  const some = names.slice(first, first + TOGETHER)
  test(`${some.join(', ')}: each is shown in words, and axe finds nothing`, async ({ page }) => {
    for (const name of some) {
      await test.step(name, async () => {
        const leave = await STATES[name]?.(page)
        try {
          await expectNoViolation(page)
        } finally {
          await leave?.()
        }
      })
    }
  })
}
