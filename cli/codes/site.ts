const LOCAL =
  /^(?:localhost|127\.|0\.|\[|192\.168\.|10\.)|\.(?:example|local|localhost|test|invalid)$/i

/**
 * Returns why labels must not carry codes of this site, in Chinese. `any` allows unreachable
 * addresses for a trial.
 */
export function siteProblem(site: string, any: boolean): string | undefined {
  const url = URL.parse(site)
  if (!url || !/^https?:$/.test(url.protocol))
    return '請用 --site 寫店的網址，例如 https://店的網域'
  if (url.pathname !== '/' || url.search !== '') return '網址只到網域為止，後面不要有路徑'
  if (any) return undefined
  if (url.protocol !== 'https:') return '網址必須以 https:// 開頭'
  return LOCAL.test(url.hostname) ? `${url.hostname} 不是真正的網址，織進布裡就改不了` : undefined
}
