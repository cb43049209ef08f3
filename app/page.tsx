import { BRAND } from '#lib/site/site.ts'

export default function HomePage() {
  return <h1>{BRAND}</h1>
}
