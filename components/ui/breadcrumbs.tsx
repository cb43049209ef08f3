import { Link } from '#components/ui/link.tsx'
import type { Breadcrumb } from '#lib/seo/structured-data.ts'
import { noBreak } from '#lib/text/no-break.ts'

/** Breadcrumbs from the home page to this page; apart from the page's head, whose styles a product's page does without. */
export function Breadcrumbs({ breadcrumbs }: { breadcrumbs: readonly Breadcrumb[] }) {
  return (
    <nav aria-label="所在位置">
      <ol className="plain-list breadcrumbs">
        {breadcrumbs.map(({ label, path }, index) => (
          <li key={path}>
            {index === breadcrumbs.length - 1 ? (
              <span aria-current="page">{noBreak(label)}</span>
            ) : (
              <Link href={path}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
