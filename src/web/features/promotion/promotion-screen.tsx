import { useLocation } from 'react-router'
import { MovingClass } from './moving-class.tsx'
import { graduating, promoting } from './moving.ts'

/** `/promotions` and `/graduation`, distinguished by the path (spec 2.routes.promotions). */
export function PromotionScreen() {
  const moving = useLocation().pathname.includes('graduation') ? graduating : promoting
  return <MovingClass key={moving.title} moving={moving} />
}
