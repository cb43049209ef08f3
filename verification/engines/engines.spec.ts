import { randomUUID } from 'node:crypto'

import { MAIL_HOST, newMember, register } from '../../e2e/support/accounts.ts'
import { callAction } from '../../e2e/support/actions.ts'
import { storedDocument } from '../../e2e/support/database.ts'
import { takenBy } from '../../e2e/support/line-pay-control.ts'
import { orderRequest } from '../../e2e/support/orders.ts'
import { RECIPIENT } from '../../e2e/support/pages/checkout.ts'
import { expect, test } from './shopper.ts'
import { ENTER, type Visitor, visitor } from './visitor.ts'

// Tests an iPhone and Firefox; Chromium covers the rest.

const storedIn = (shopper: Visitor, name: string) =>
  shopper.evaluate(`localStorage.getItem(${JSON.stringify(name)})`)

async function fillRecipient(shopper: Visitor): Promise<void> {
  await shopper.fill('姓氏', RECIPIENT.lastName)
  await shopper.fill('名字', RECIPIENT.firstName)
  await shopper.fill('手機', RECIPIENT.phone)
  await shopper.choose('縣市', RECIPIENT.city)
  await shopper.choose('鄉鎮市區', RECIPIENT.area)
  await shopper.expectValue('郵遞區號', RECIPIENT.zipcode)
  await shopper.fill('地址', RECIPIENT.address)
}

test('a new member buys a shirt: from the first page to the paid order', async ({ shopper }) => {
  const email = `new-${randomUUID()}@${MAIL_HOST}`
  await shopper.open('/')
  await shopper.click(['button', '只接受必要項目'])
  await shopper.click(['link', '看旅見 T 恤'])
  await shopper.arriveAt(/^\/product\/otr-001$/)
  await shopper.click(['label', 'M'])
  await shopper.click(['button', '立即預購・M'])
  await shopper.see('已加入購物車！白色・M')
  await shopper.click(['link', '前往購物車（白色・M，1 件）'])
  await shopper.arriveAt(/^\/cart$/)
  await shopper.see('NT$1,540')
  await shopper.click(['link', '前往結帳'])
  await shopper.fill('電子信箱', email)
  await shopper.fill('密碼', 'secret-1')
  await shopper.click(['button', '註冊並繼續結帳'])
  await shopper.arriveAt(/^\/checkout$/)
  await shopper.expectValue('Email', email)
  await fillRecipient(shopper)
  await shopper.click(['button', '確認訂單並付款 用 PayPal 付 NT$1,540'])
  await shopper.arriveAt(/^\/checkout\/paypal\//)
  const id = (await shopper.evaluate('location.pathname')).split('/').at(-1)
  await shopper.inPopup(['button', 'PayPal'], () => shopper.click(['button', '取消']))
  await shopper.see('您已取消付款，訂單仍為您保留')
  await shopper.open('/account/order')
  await shopper.click(['link', '前往付款'])
  await shopper.inPopup(['button', 'PayPal'], () => shopper.click(['button', '同意付款']))
  await shopper.see('付款成功！感謝您的訂購。')
  expect(await storedDocument(`orders/${id}`)).toMatchObject({ email, status: '已付款' })
  await shopper.click(['link', '查看這筆訂單'])
  await shopper.arriveAt(/^\/account\/order\//)
  await shopper.see('重慶南路一段 122 號')
  await shopper.open('/cart')
  await shopper.see('購物車是空的')
})

test('a member pays by LINE Pay, on its own page, and comes back', async ({ engine, own }) => {
  const shopper = visitor(engine, own.shop)
  const { session, email, password } = await newMember()
  const request = { page: '/checkout', session, args: [orderRequest()] }
  const id = String((await callAction('placeOrderAction', request)).result?.id)
  await shopper.open(`/checkout/paypal/${id}`)
  await shopper.click(['button', '只接受必要項目'])
  await shopper.fill('電子信箱', email)
  await shopper.fill('密碼', password)
  await shopper.press(ENTER)
  await shopper.click(['button', '用 LINE Pay 付 NT$3,080'])
  await shopper.click(['button', '同意付款'])
  await shopper.see('付款成功！感謝您的訂購。')
  expect((await own.linePay.payments(id)).map(takenBy)).toEqual([3080])
  const paid = { status: '已付款', payment: { method: 'line-pay' } }
  expect(await storedDocument(`orders/${id}`)).toMatchObject(paid)
})

const METHODS = [
  { row: 'LINE Pay 在 LINE 中確認', label: 'LINE Pay', stored: 'line-pay' },
  { row: '信用卡 在 PayPal 輸入卡號', label: '信用卡', stored: 'card' },
] as const

for (const { row, label, stored } of METHODS) {
  test(`a shirt is bought by ${label}, from its page to the paid order`, async ({
    engine,
    own,
  }) => {
    const shopper = visitor(engine, own.shop)
    await shopper.open('/product/otr-001')
    await shopper.click(['button', '只接受必要項目'])
    await shopper.click(['label', 'M'])
    await shopper.click(['button', '立即預購・M'])
    await shopper.click(['link', '前往結帳'])
    await shopper.fill('電子信箱', `new-${randomUUID()}@${MAIL_HOST}`)
    await shopper.fill('密碼', 'secret-1')
    await shopper.click(['button', '註冊並繼續結帳'])
    await shopper.arriveAt(/^\/checkout$/)
    await fillRecipient(shopper)
    await shopper.click(['label', row])
    const words = label === 'LINE Pay' ? ' LINE Pay ' : label
    await shopper.click(['button', `確認訂單並付款 用${words}付 NT$1,540`])
    if (stored === 'line-pay') await shopper.click(['button', '同意付款'])
    else
      await shopper.inPopup(['button', '信用卡／金融卡'], () =>
        shopper.click(['button', '同意付款']),
      )
    await shopper.see('付款成功！感謝您的訂購。')
    const id = (await shopper.evaluate('location.pathname')).split('/').at(-1)
    const paid = { status: '已付款', payment: { method: stored } }
    expect(await storedDocument(`orders/${id}`)).toMatchObject(paid)
  })
}

test('a member signs in where a page asks for it, saves settings, stays signed in, and leaves', async ({
  shopper,
}) => {
  const member = await register({ emailVerified: true })
  await shopper.open('/account/settings')
  await shopper.click(['button', '只接受必要項目'])
  await shopper.fill('電子信箱', member.email)
  await shopper.fill('密碼', 'wrong-1')
  await shopper.press(ENTER)
  await shopper.see('登入失敗，請檢查帳號密碼是否正確')
  await shopper.fill('密碼', member.password)
  await shopper.press(ENTER)
  await shopper.arriveAt(/^\/account\/settings$/)
  await shopper.fill('顯示名稱', '小島')
  await shopper.choose('縣市', '澎湖縣')
  await shopper.choose('鄉鎮市區', '馬公市')
  await shopper.expectValue('郵遞區號', '880')
  await shopper.click(['button', '更新資料'])
  await shopper.see('資料已更新。')
  await shopper.see('您好，小島')
  await shopper.open('/login?redirect=/account/settings')
  await shopper.arriveAt(/^\/account\/settings$/)
  await shopper.see('您好，小島')
  await shopper.expectValue('鄉鎮市區', '馬公市')
  await shopper.fill('新密碼', 'secret-2')
  await shopper.click(['button', '更新密碼'])
  await shopper.fill('密碼', member.password)
  await shopper.click(['button', '確認更新'])
  await shopper.see('密碼已更新。')
  await shopper.click(['link', '訂單'])
  await shopper.arriveAt(/^\/account\/order$/)
  await shopper.see('目前沒有訂單紀錄')
  await shopper.click(['button', '登出'])
  await shopper.arriveAt(/^\/$/)
  await shopper.open('/account')
  await shopper.arriveAt(/^\/login\?redirect/)
})

test('the question about cookies is answered, kept, and answered anew', async ({ shopper }) => {
  await shopper.open('/')
  await shopper.click(['button', '管理偏好'])
  await shopper.click(['label', '分析'])
  await shopper.click(['button', '確認設定'])
  await shopper.open('/about')
  await shopper.seeNot('只接受必要項目')
  const answered = '{"essential":true,"analytics":true,"marketing":false}'
  expect(await storedIn(shopper, 'cookie-consent')).toBe(answered)
  await shopper.click(['button', 'Cookie 設定'])
  await shopper.click(['label', '分析'])
  await shopper.click(['button', '確認設定'])
  const anew = '{"essential":true,"analytics":false,"marketing":false}'
  await expect.poll(() => storedIn(shopper, 'cookie-consent')).toBe(anew)
})

test('a cart is counted, changed, emptied, put back and kept', async ({ shopper }) => {
  await shopper.open('/product/otr-001?size=L')
  await shopper.click(['button', '只接受必要項目'])
  await shopper.click(['button', '增加數量'])
  await shopper.click(['button', '立即預購・L'])
  await shopper.see('已加入購物車！')
  await shopper.open('/cart')
  await shopper.click(['button', '減少旅見 T 恤（白色・L）的數量'])
  await shopper.see('商品小計（1 件）')
  await shopper.click(['button', '清空購物車'])
  await shopper.see('購物車是空的')
  await shopper.click(['button', '復原'])
  await shopper.see('商品小計（1 件）')
  await shopper.open('/')
  await shopper.open('/cart')
  await shopper.see('商品小計（1 件）')
})

test('back on a page to which a link led, its place is where it was left', async ({ shopper }) => {
  await shopper.open('/shop')
  await shopper.click(['button', '只接受必要項目'])
  await shopper.click(['link', '旅見 T 恤'])
  await shopper.see('材質與照顧')
  await shopper.evaluate('scrollTo(0, document.documentElement.scrollHeight - 1500)')
  const place = await shopper.evaluate('scrollY')
  await shopper.evaluate(
    `document.querySelector('main section a[href="/patent-statement"]').click()`,
  )
  await shopper.arriveAt(/^\/patent-statement$/)
  await shopper.evaluate('history.back()')
  await shopper.see('材質與照顧')
  await expect.poll(() => shopper.evaluate('scrollY')).toBe(place)
})

/** Runs in the page: finds elements wider than the window or misplaced in a list. */
function astray(): string {
  const { scrollWidth, clientWidth } = document.documentElement
  const pushed = [...document.querySelectorAll('li')].filter((place) => {
    const { display, listStyleType, paddingTop } = getComputedStyle(place)
    const [first] = place.children
    if (display !== 'list-item' || listStyleType !== '""' || !first?.checkVisibility()) return false
    const gap = first.getBoundingClientRect().top - place.getBoundingClientRect().top
    return gap > Number.parseFloat(paddingTop) + 1
  })
  const result = pushed.map(({ textContent }) => `pushed down: ${textContent.slice(0, 20)}`)
  return [...(scrollWidth > clientWidth ? ['too wide'] : []), ...result].join(', ')
}

test('on every kind of page all lies where it belongs', async ({ shopper }) => {
  const kinds = ['/', '/shop', '/product/otr-001', '/blog', '/about', '/faq', '/cart', '/login']
  for (const path of kinds) {
    await shopper.open(path)
    expect.soft(await shopper.evaluate(`(${astray.toString()})()`), path).toBe('')
  }
})
