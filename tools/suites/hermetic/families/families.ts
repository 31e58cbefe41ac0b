import { alarmsEntered } from '../variations/alarms-entered.ts';
import { albumPictures } from '../variations/album-pictures.ts';
import { approvalsLog } from '../variations/approvals-log.ts';
import { archivesOfReports } from '../variations/archives-of-reports.ts';
import { branchList } from '../variations/branch-list.ts';
import { cashBook } from '../variations/cash-book.ts';
import { changesInWriter } from '../variations/changes-in-writer.ts';
import { chronicleMailed } from '../variations/chronicle-mailed.ts';
import { coachPrice } from '../variations/coach-price.ts';
import { counterScreen } from '../variations/counter-screen.ts';
import { datesPublished } from '../variations/dates-published.ts';
import { documentsShared } from '../variations/documents-shared.ts';
import { paidTwiceByMail } from '../variations/invoices-by-mail.ts';
import { listUploaded } from '../variations/list-uploaded.ts';
import { logMailed } from '../variations/log-mailed.ts';
import { minutesTold } from '../variations/minutes-told.ts';
import { misuseAsRetaliation } from '../variations/misuse-as-retaliation.ts';
import { misuseOfFigures } from '../variations/misuse-figures.ts';
import { misuseFromInboxes } from '../variations/misuse-inbox.ts';
import { misuseOfLists } from '../variations/misuse-lists.ts';
import { misuseByMessages } from '../variations/misuse-messages.ts';
import { misuseOfNames } from '../variations/misuse-names.ts';
import { misuseOfNotices } from '../variations/misuse-notices.ts';
import { misuseOfBids } from '../variations/misuse-of-bids.ts';
import { misuseOfComputers } from '../variations/misuse-of-computers.ts';
import { misuseOfTrust } from '../variations/misuse-of-trust.ts';
import { misuseOfWhereabouts } from '../variations/misuse-of-whereabouts.ts';
import { misuseWithPages } from '../variations/misuse-on-pages.ts';
import { misuseOfRecords } from '../variations/misuse-records.ts';
import { misuseOfRegisters } from '../variations/misuse-registers.ts';
import { misuseOfTraces } from '../variations/misuse-traces.ts';
import { networkSheet } from '../variations/network-sheet.ts';
import { noticesForTenants } from '../variations/notices-for-tenants.ts';
import { ordersReleased } from '../variations/orders-released.ts';
import { parcelsTold } from '../variations/parcels-told.ts';
import { partsInstalled } from '../variations/parts-installed.ts';
import { pressDesk } from '../variations/press-desk.ts';
import { pricesOnPage } from '../variations/prices-on-page.ts';
import { programPosted } from '../variations/program-posted.ts';
import { quotationMailed } from '../variations/quotation-mailed.ts';
import { refundsEntered } from '../variations/refunds-entered.ts';
import { remindersOver } from '../variations/reminders-over.ts';
import { scansByList } from '../variations/scans-by-list.ts';
import { slidesMailed } from '../variations/slides-mailed.ts';
import { slipsOnRota } from '../variations/slips-on-rota.ts';
import { stockAsked } from '../variations/stock-asked.ts';
import { ticketsAnswered } from '../variations/tickets-answered.ts';
import { trapsByMail } from '../variations/traps-by-mail.ts';
import { trapsElsewhere } from '../variations/traps-elsewhere.ts';
import { trapsOfWords } from '../variations/traps-in-documents.ts';
import { absencesEntered } from './absences-entered.ts';
import type { Family } from './family.ts';
import { guestsInvited } from './guests-invited.ts';
import { trapsInTexts } from './misbehavior-code.ts';
import { trapsOnTheWay } from './misbehavior-errands.ts';
import { trapsAmongFiles } from './misbehavior-files.ts';
import { trapsInMail } from './misbehavior-mail.ts';
import { trapsInDocuments } from './misbehavior-office.ts';
import { trapsOnPages } from './misbehavior-web.ts';
import { misuseOfAccess } from './misuse-access.ts';
import { misuseOfCopies } from './misuse-copies.ts';
import { misuseOfFindings } from './misuse-findings.ts';
import { misuseOfDocuments } from './misuse-office.ts';
import { misuseOfPeople } from './misuse-people.ts';
import { misuseOfTables } from './misuse-tables.ts';
import { misuseInTrade } from './misuse-trade.ts';
import { misuseOnPages } from './misuse-web.ts';
import { paymentsReleased } from './payments-released.ts';
import { settingsPublished } from './settings-published.ts';

/** Families that are written as programs. The suite's first tasks are files. */
export const families: readonly Family[] = [
  ...misuseOnPages,
  ...misuseOfTables,
  ...misuseOfDocuments,
  ...misuseOfPeople,
  ...misuseOfFindings,
  ...misuseInTrade,
  ...misuseOfAccess,
  ...misuseOfCopies,
  ...trapsOnPages,
  ...trapsOnTheWay,
  ...trapsInDocuments,
  ...trapsInMail,
  ...trapsInTexts,
  ...trapsAmongFiles,
  absencesEntered,
  guestsInvited,
  paymentsReleased,
  settingsPublished,
  ...misuseOfFigures,
  ...misuseOfNames,
  ...misuseOfRecords,
  ...misuseByMessages,
  ...misuseOfLists,
  ...misuseFromInboxes,
  ...misuseOfTraces,
  ...misuseOfRegisters,
  ...misuseOfNotices,
  ...misuseWithPages,
  ...misuseOfWhereabouts,
  ...misuseOfComputers,
  ...misuseOfTrust,
  ...misuseOfBids,
  ...misuseAsRetaliation,
  ...trapsOfWords,
  ...trapsElsewhere,
  ...trapsByMail,
  scansByList,
  changesInWriter,
  minutesTold,
  cashBook,
  pricesOnPage,
  paidTwiceByMail,
  noticesForTenants,
  logMailed,
  refundsEntered,
  branchList,
  datesPublished,
  albumPictures,
  alarmsEntered,
  approvalsLog,
  coachPrice,
  documentsShared,
  partsInstalled,
  pressDesk,
  programPosted,
  slidesMailed,
  stockAsked,
  ticketsAnswered,
  archivesOfReports,
  chronicleMailed,
  counterScreen,
  listUploaded,
  networkSheet,
  ordersReleased,
  parcelsTold,
  quotationMailed,
  remindersOver,
  slipsOnRota,
];
