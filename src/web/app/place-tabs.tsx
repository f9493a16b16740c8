import { Link, useLocation } from 'react-router'
import { useStaff } from '#web/api/session.ts'
import { placeAt, placesWith } from '#web/places/menu.ts'

/** Links to the screens that share an entry of the menu with the current one, each at its own address. */
export function PlaceTabs() {
  const staff = useStaff()
  const { pathname } = useLocation()
  const places = placeAt(pathname) ? placesWith(staff, pathname) : []
  if (places.length < 2) return null
  return (
    <nav className="place-tabs" aria-label="Screens with this one">
      {places.map(({ path, label, tabLabel = label }) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {tabLabel}
        </Link>
      ))}
    </nav>
  )
}
