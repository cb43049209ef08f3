import assert from 'node:assert/strict'
import { test } from 'node:test'

import { copyShop, makePages } from '../support/shop-copy.ts'
import { makeChanges, markdownIn, page, mainOf, priceAt } from './changes.ts'

// Makes the owner's monthly changes to a copy: the pages follow.

test('more goods, articles and pages, other days, prices and order are built', async () => {
  const folder = copyShop('content-changes')
  makeChanges(folder)
  await makePages(folder, 'content')
})

test('the built pages show the changes', () => {
  assert.match(page('product/new-001.html'), /新來的 T 恤[^]*預購至 2100年1月15日/)
  const products = markdownIn('products').filter((file) => !/draft|later/.test(file))
  for (const [index, file] of products.entries()) {
    const html = page(file.replace('content/products/', 'product/').replace('.md', '.html'))
    assert.ok(html.includes(priceAt(index)), file)
  }
  const [firstShown] = /NT\$1,\d{3}/.exec(mainOf(page('shop.html'))) ?? []
  assert.equal(firstShown, priceAt(products.length - 1))
  for (const listing of ['blog/new-article.html', 'blog.html', 'index.html'])
    assert.ok(page(listing).includes('新來的文章'), listing)
  for (const name of ['cart', 'faq', 'policy', 'terms'])
    assert.match(page(`${name}.html`), /信用卡.*PayPal|PayPal.*信用卡/s, name)
  assert.ok(page('how-to-measure.html').includes('先把衣服'))
  assert.ok(page('shop.html').includes('href="/how-to-measure"'))
  const map = page('sitemap.xml.body')
  for (const path of ['/product/new-001', '/blog/new-article', '/how-to-measure'])
    assert.ok(map.includes(`${path}</loc>`), path)
})

test('a sale shows both prices; what is a draft or of a later day is nowhere', () => {
  const sale = page('product/new-001.html')
  assert.match(sale, /<s class="usual-price">.*NT\$1,\d{3}.*NT\$990.*優惠至 2099年12月31日/s)
  assert.match(sale, /StrikethroughPrice/)
  for (const listing of ['shop.html', 'blog.html', 'index.html', 'sitemap.xml.body']) {
    assert.doesNotMatch(page(listing), /還沒公開|draft-|later-/, listing)
  }
  for (const path of ['product/draft-001', 'blog/draft-article']) {
    assert.throws(() => page(`${path}.html`), /ENOENT/)
  }
  for (const path of ['product/later-001', 'blog/later-article']) {
    assert.doesNotMatch(page(`${path}.html`), /還沒公開/)
    assert.match(page(`${path}.meta`), /"status": ?404/)
  }
})
