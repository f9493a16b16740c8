import { useLocation } from 'react-router'
import { graduating, promoting } from './moving.ts'
import { MovingClass } from './moving-class.tsx'

/** `/promotions` and `/graduation`: the graduation variant where the path says so (spec 2.routes.promotions). */
export function PromotionScreen() {
  const moving = useLocation().pathname.includes('graduation') ? graduating : promoting
  return <MovingClass key={moving.title} moving={moving} />
}
