import 'server-only'

import { folderNames } from '../adapters/markdown/folder-names.ts'
import { parseArticleName } from '../blog/article.ts'
import type { Missing } from './missing.ts'

type Shelves = Readonly<Record<Missing, ReadonlySet<string>>>

let shelves: Promise<Shelves> | undefined

async function readShelves(root: string): Promise<Shelves> {
  const products = await folderNames(root, 'content/products')
  const articles = await folderNames(root, 'content/blog')
  return {
    product: new Set(products),
    article: new Set(articles.map((name) => parseArticleName(name)?.slug ?? name)),
  }
}

// By names alone, as this is asked for every page of a product; they ship with the build, so production reads them once.
function findShelves(): Promise<Shelves> {
  if (process.env.NODE_ENV !== 'production') return readShelves(process.cwd())
  shelves ??= readShelves(process.cwd())
  return shelves
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** What a path asks for and content/ does not hold: a product, an article, or nothing. */
export async function findMissing(pathname: string): Promise<Missing | undefined> {
  const [, place, segment = ''] = /^\/(product|blog)\/([^/]+)\/?$/.exec(pathname) ?? []
  if (place === undefined) return undefined
  const kind = place === 'blog' ? 'article' : 'product'
  const name = decoded(segment)
  const known = (await findShelves())[kind]
  return name !== undefined && known.has(name) ? undefined : kind
}
