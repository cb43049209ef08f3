import { IntentLink } from '#components/ui/intent-link.tsx'
import type { Crumb } from '#lib/site/crumb.ts'

/** Where one is: the way from the home page to this one. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="所在位置">
      <ol className="plain-list breadcrumbs">
        {crumbs.map(({ label, path }, index) => (
          <li key={path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{label}</span>
            ) : (
              <IntentLink href={path}>{label}</IntentLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
