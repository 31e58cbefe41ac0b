"""Freight of an order."""

PER_PALLET = 46.75
PER_PARCEL = 7.10

def freight(pallets, parcels):
    return pallets * PER_PALLET + parcels * PER_PARCEL
