import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { FIXTURE_CONTENT } from '../../e2e/support/fixture-content.ts'
import { copyShop } from '../../e2e/support/shop-copy.ts'

function firstIn(folder: string, isNamed: (name: string) => boolean): string {
  const name = readdirSync(folder).toSorted().find(isNamed)
  if (name === undefined) throw new Error(`${folder} has nothing to make more of.`)
  return readFileSync(join(folder, name), 'utf8')
}

const number = (index: number) => String(index + 1).padStart(5, '0')

function day(index: number): string {
  return new Date(Date.UTC(2020, 0, 1) + (index % 2000) * 86_400_000).toISOString().slice(0, 10)
}

function withTitle(markdown: string, title: string, date: string): string {
  return markdown
    .replace(/^title: .*$/m, `title: ${title}`)
    .replace(/^date: .*$/m, `date: '${date}'`)
}

// A garment belongs to its product and its creator names it, so both are removed with it.
function removeGarment(content: string, id: string): void {
  rmSync(join(content, 'garments', `${id}.md`), { force: true })
  const creators = join(content, 'creators')
  for (const name of readdirSync(creators)) {
    const text = readFileSync(join(creators, name), 'utf8')
    writeFileSync(join(creators, name), text.replace(new RegExp(`, ${id}\\b`), ''))
  }
}

// The articles and all products but one go, so what leads to them leads to their list and to that one.
function removeLinks(content: string): void {
  for (const name of readdirSync(content, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue
    const text = readFileSync(join(content, name), 'utf8')
    const general = text
      .replace(/^article: .*\n/m, '')
      .replaceAll(/(\]\(|href: )\/blog\/[\w-]+/g, '$1/blog')
      .replaceAll(/(\]\(|href: )\/(product|c)\/[\w-]+/g, '$1/$2/otr-001')
    if (general !== text) writeFileSync(join(content, name), general)
  }
}

function writeContent(folder: string, count: number): void {
  removeLinks(join(folder, FIXTURE_CONTENT))
  const products = join(folder, FIXTURE_CONTENT, 'products')
  const articles = join(folder, FIXTURE_CONTENT, 'blog')
  const product = firstIn(products, (name) => name.endsWith('.md'))
  const article = firstIn(articles, (name) => name.endsWith('.md'))
  // Offers name products that go.
  const offers = join(folder, FIXTURE_CONTENT, 'offers')
  for (const name of readdirSync(offers)) rmSync(join(offers, name))
  for (const made of [products, articles]) {
    for (const name of readdirSync(made).filter((name) => name !== 'otr-001.md')) {
      rmSync(join(made, name))
      removeGarment(join(folder, FIXTURE_CONTENT), name.replace('.md', ''))
    }
  }
  for (let index = 0; index < count; index += 1) {
    const date = day(index)
    // The home page names a product that has to stay; the others are made beside it.
    if (index > 0) {
      writeFileSync(
        join(products, `made-${number(index)}.md`),
        withTitle(product, `做出來的第 ${number(index)} 件`, date),
      )
    }
    writeFileSync(
      join(articles, `${date}-made-${number(index)}.md`),
      withTitle(article, `寫出來的第 ${number(index)} 篇`, date),
    )
  }
}

/** A copy of the shop, named `name` under .local, with `count` products and as many articles; answers its folder. */
export function makeShopOf(count: number, name = 'bench/growth'): string {
  const folder = copyShop(name)
  writeContent(folder, count)
  return folder
}
