import type { BreadcrumbList, Organization, Thing, WebSite, WithContext } from 'schema-dts'

import { BRAND, COMPANY, CONTACT_EMAIL, LANGUAGE, TAGLINE } from '../company/company.ts'
import { absoluteUrl } from '../routes/site-url.ts'

/** One step on the way from the home page to a page; page and structured data show the same steps. */
export type Breadcrumb = { readonly label: string; readonly path: string }

/** The @id of the shop itself, to which other data point. */
export const ORGANIZATION_ID = absoluteUrl('/#organization')

/** Structured data as a script's text: no value in it can end the script or start a comment. */
export function structuredDataText(
  data: WithContext<Thing> | readonly WithContext<Thing>[],
): string {
  return JSON.stringify(data)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}

/** The shop as an organization. */
export function organizationData(profiles: readonly string[]): WithContext<Organization> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': ORGANIZATION_ID,
    name: BRAND,
    legalName: COMPANY,
    slogan: TAGLINE,
    url: absoluteUrl('/'),
    logo: absoluteUrl('/icon-512.png'),
    email: CONTACT_EMAIL,
    sameAs: profiles,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: CONTACT_EMAIL,
      availableLanguage: LANGUAGE,
    },
  }
}

/** The shop as a web site. */
export function webSiteData(): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: BRAND,
    url: absoluteUrl('/'),
    inLanguage: LANGUAGE,
    publisher: { '@id': ORGANIZATION_ID },
  }
}

/** The way to a page, the same that the page shows. */
export function breadcrumbData(breadcrumbs: readonly Breadcrumb[]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: absoluteUrl(path),
    })),
  }
}
